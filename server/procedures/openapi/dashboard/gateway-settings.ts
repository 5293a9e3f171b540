import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { noOperator } from "./operator.ts";
import { signedIn } from "./session.ts";

const server = { host: "smtp.example.com", port: 587, user_name: "toko@example.com" };
const sender = { sender_name: "Toko Contoh", sender_address: "toko@example.com" };

const settings = {
  email: { set_by: "dashboard" as const, ...server, has_password: true, ...sender },
};

const messages = {
  ...noOperator,
  conflict: reasonInEnglish({ code: "set_at_start", params: {} }),
};

export const gatewaySettingExamples = {
  getGatewaySettings: { data: { settings, none: { email: null } }, messages: noOperator },
  changeGatewayEmail: {
    bodies: { provider: { ...server, password: "abcd efgh ijkl mnop", ...sender } },
    data: { settings },
    invalidFields: { password: { code: "required", params: {} } as const },
    messages,
  },
  removeGatewayEmail: { data: { removed: { email: null } }, messages },
  testGatewayEmail: {
    bodies: { test: {} },
    data: {
      sent: { sent_to: signedIn.email, problem: null, server_response: null },
      refused: {
        sent_to: signedIn.email,
        problem: "mail_login_refused" as const,
        server_response: "535 5.7.8 Username and Password not accepted",
      },
    },
    messages: {
      ...noOperator,
      conflict: reasonInEnglish({ code: "no_mail_server", params: {} }),
    },
  },
};
