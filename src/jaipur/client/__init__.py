"""What every client shares: links to tables, the picked cards, and their wording."""
