"""The parts of the table: each draws its share of the model and sends intents."""
