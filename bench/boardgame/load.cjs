// Pairs of clients that speak boardgame.io's protocol; a move counts when both have its state.
// node load.cjs '{"port", "pid", "tables", "seconds", "ramp", "nap", "moves"}' prints what it measured.
const fs = require("fs");
const { io } = require("socket.io-client");

const order = JSON.parse(process.argv[2]);
const base = `http://127.0.0.1:${order.port}`;
const TICKS = 100;
const AT_ONCE = 16;
let isCounted = false;
let until = Infinity;
const latencies = [];

function cpuOf(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Pair {
  async connect() {
    this.sockets = ["0", "1"].map(() => io(`${base}/market`, { transports: ["websocket"] }));
    this.sockets.forEach((socket, seat) => {
      socket.on("sync", (match, info) => this.arrived(seat, match, info.state));
      socket.on("update", (match, state) => this.arrived(seat, match, state));
    });
    await Promise.all(this.sockets.map((s) => new Promise((done) => s.on("connect", done))));
    await this.sitDown();
  }

  async sitDown() {
    this.versions = [-1, -1];
    this.match = (await post("/games/market/create", { numPlayers: 2 })).matchID;
    this.credentials = [];
    for (const seat of ["0", "1"]) {
      const path = `/games/market/${this.match}/join`;
      const joined = await post(path, { playerID: seat, playerName: `p${seat}` });
      this.credentials.push(joined.playerCredentials);
    }
    const there = new Promise((done) => (this.there = done));
    this.wanted = 0;
    this.sockets.forEach((socket, seat) =>
      socket.emit("sync", this.match, String(seat), this.credentials[seat], 2),
    );
    await there;
  }

  arrived(seat, match, state) {
    if (match !== this.match) return;
    this.versions[seat] = state._stateID;
    this.state = state;
    if (this.there && this.versions.every((version) => version >= this.wanted)) {
      const done = this.there;
      this.there = null;
      done();
    }
  }

  async move() {
    const seat = this.state.ctx.currentPlayer;
    const sent = performance.now();
    const there = new Promise((done) => (this.there = done));
    const version = this.versions[0];
    this.wanted = version + 1;
    const payload = {
      type: "take",
      args: [Math.floor(Math.random() * 5)],
      playerID: seat,
      credentials: this.credentials[Number(seat)],
    };
    const action = { type: "MAKE_MOVE", payload };
    this.sockets[Number(seat)].emit("update", action, version, this.match, seat);
    await there;
    if (isCounted) latencies.push((performance.now() - sent) / 1000);
  }

  async play() {
    while (performance.now() < until) {
      if (this.state.G.taken >= order.moves) await this.sitDown();
      else await this.move();
    }
  }
}

// As the load of our own server does: a look at the sockets now and then, so that the server is not
// charged with waking this process for each packet.
const still = new Int32Array(new SharedArrayBuffer(4));
function lookNowAndThen() {
  Atomics.wait(still, 0, 0, order.nap * 1000);
  setImmediate(lookNowAndThen);
}

async function main() {
  const pairs = Array.from({ length: order.tables }, () => new Pair());
  for (let i = 0; i < pairs.length; i += AT_ONCE)
    await Promise.all(pairs.slice(i, i + AT_ONCE).map((pair) => pair.connect()));
  if (order.nap) lookNowAndThen();
  const playing = pairs.map((pair) => pair.play());
  await new Promise((done) => setTimeout(done, order.ramp * 1000));
  isCounted = true;
  const before = [cpuOf(order.pid), cpuOf(process.pid), performance.now()];
  until = performance.now() + order.seconds * 1000;
  await Promise.all(playing);
  const seconds = (performance.now() - before[2]) / 1000;
  const result = {
    actions: latencies.length,
    seconds,
    server_cpu: cpuOf(order.pid) - before[0],
    load_cpu: cpuOf(process.pid) - before[1],
    latencies: latencies.sort((a, b) => a - b),
  };
  fs.writeSync(1, JSON.stringify(result));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
