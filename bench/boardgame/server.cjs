// boardgame.io with its FlatFile store; prints its port. node server.cjs FOLDER
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { Game } = require("./game.cjs");

const server = Server({
  games: [Game],
  db: new FlatFile({ dir: process.argv[2] }),
  origins: [Origins.LOCALHOST],
});
server.run({ port: 0 }).then(({ appServer }) => console.log(appServer.address().port));
process.on("SIGTERM", () => process.exit(0));
