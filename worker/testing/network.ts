import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The network between the phone and the server, which tests can break. */
export interface Network {
  url: string;
  /** Breaks open connections and refuses new ones. */
  cut(): void;
  /** From now on, requests arrive, but their responses are lost. */
  loseAnswers(): void;
  mend(): void;
  /**
   * The number of lost responses to reports. The server has recorded those reports, and the phone does
   * not know that.
   */
  lostAnswers(): number;
  close(): void;
}

export async function createNetwork(serverUrl: string): Promise<Network> {
  const { port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: "up" | "cut" | "losing answers" = "up";
  let lost = 0;

  const listener = createServer((phone) => {
    if (state === "cut") return phone.destroy();
    const server = connect(Number(port), "127.0.0.1");
    for (const [socket, other] of [
      [phone, server],
      [server, phone],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let isReport = false;
    phone.on("data", (chunk: Buffer) => {
      const request = /^(?:GET|POST) (\S+) HTTP/.exec(chunk.toString("latin1"));
      if (request) isReport = request[1] === "/worker/mutations";
    });
    phone.pipe(server);
    server.on("data", (chunk) => {
      if (state === "up") return phone.write(chunk);
      if (isReport) lost += 1;
      phone.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");

  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut() {
      state = "cut";
      breakAll();
    },
    loseAnswers() {
      state = "losing answers";
    },
    mend() {
      state = "up";
    },
    lostAnswers: () => lost,
    close() {
      breakAll();
      listener.close();
    },
  };
}
