import { isIP } from "node:net";
import { connect } from "node:tls";

const answerMilliseconds = 5_000;

/**
 * Returns the end of the validity of the certificate at an https address, or null if the server presents no
 * certificate. The function also reads a certificate that is invalid or names another host, because only its end
 * matters.
 */
export function readCertificateEnd(address: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== "https:") return Promise.resolve(null);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: port === "" ? 443 : Number(port),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: answerMilliseconds,
    });
    const finish = (end: Date | null) => {
      socket.destroy();
      resolve(end);
    };
    socket.once("secureConnect", () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      finish(Number.isNaN(end.getTime()) ? null : end);
    });
    socket.once("timeout", () => finish(null));
    socket.once("error", () => finish(null));
  });
}
