import { createTransport } from "nodemailer";

/**
 * Sends an email unchanged to an SMTP server on loopback, without encryption. Returns the code of the response, and
 * throws if there was none.
 */
export async function sendMail(
  mail: string | Buffer,
  { to, port }: { to: string; port: number },
): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true });
  try {
    const sent = await transport.sendMail({
      envelope: { from: "kasir+caf_=in@gmail.com", to: [to] },
      raw: mail,
    });
    return sent.response.slice(0, 3);
  } catch (cause) {
    const { responseCode } = cause as { responseCode?: number };
    if (responseCode === undefined) throw cause;
    return String(responseCode);
  } finally {
    transport.close();
  }
}
