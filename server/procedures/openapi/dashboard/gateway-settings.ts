import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { noOperator } from "./operator.ts";
import { signedIn } from "./session.ts";

const server = { host: "smtp.example.com", port: 587, user_name: "toko@example.com" };
const sender = { sender_name: "Toko Contoh", sender_address: "toko@example.com" };

const settings = {
  email: { set_by: "dashboard" as const, ...server, has_password: true, ...sender },
  telegram: { set_by: "dashboard" as const, bot_id: "123456789" },
  sign_up: { set_by: "dashboard" as const, is_open: false },
  public_address: {
    set_by: "dashboard" as const,
    url: "https://pay.example.com",
    local_url: "http://localhost:8080",
    tunnel: { state: "off" as const, former_url: null },
  },
  local_network: {
    set_by: "dashboard" as const,
    is_open: false,
    addresses: [],
    refused_hosts: [],
  },
  mail_sign_in: {
    redirect_url: "https://pay.example.com/dashboard/devices/mail-sign-in",
    google: {
      set_by: "dashboard" as const,
      client_id: "1234-abc.apps.googleusercontent.com",
    },
    microsoft: null,
  },
};

const messages = {
  ...noOperator,
  conflict: reasonInEnglish({ code: "set_at_start", params: {} }),
};

export const gatewaySettingExamples = {
  getGatewaySettings: {
    data: { settings, none: { ...settings, email: null, telegram: null } },
    messages: noOperator,
  },
  changeGatewayEmail: {
    bodies: { provider: { ...server, password: "abcd efgh ijkl mnop", ...sender } },
    data: { settings },
    invalidFields: { password: { code: "required", params: {} } as const },
    messages,
  },
  changeGatewayTelegram: {
    bodies: { bot: { bot_token: "123456789:AAExampleExampleExampleExample" } },
    data: { settings },
    invalidFields: { bot_token: { code: "not_a_bot_token", params: {} } as const },
    messages,
  },
  changeGatewayMailClient: {
    bodies: {
      google: {
        provider: "google" as const,
        client_id: "1234-abc.apps.googleusercontent.com",
        client_secret: "GOCSPX-exampleExampleExample",
      },
    },
    data: { settings },
    invalidFields: { client_id: { code: "required", params: {} } as const },
    messages,
  },
  changeGatewaySignUp: {
    bodies: { open: { is_open: true } },
    data: { settings },
    invalidFields: { is_open: { code: "required", params: {} } as const },
    messages,
  },
  changeGatewayPublicAddress: {
    bodies: { domain: { url: "https://pay.example.com" } },
    data: { settings },
    invalidFields: { url: { code: "not_a_public_address", params: {} } as const },
    messages,
  },
  startGatewayTunnel: { bodies: { nothing: {} }, data: { settings }, messages },
  changeGatewayLocalNetwork: {
    bodies: { open: { is_open: true } },
    data: { settings },
    invalidFields: { is_open: { code: "required", params: {} } as const },
    messages,
  },
  removeGatewaySetting: {
    parameters: { setting_name: "email" },
    data: { removed: { ...settings, email: null } },
    invalidFields: {
      setting_name: {
        code: "not_a_choice",
        params: { choices: "email, telegram, public_address, google, microsoft" },
      } as const,
    },
    messages,
  },
  testGatewayPublicAddress: {
    bodies: { test: {} },
    data: {
      works: {
        url: "https://pay.example.com",
        problem: null,
        http_status: 200,
        has_untrusted_proxy: true,
      },
      refused: {
        url: "https://pay.example.com",
        problem: "no_gateway" as const,
        http_status: 502,
        has_untrusted_proxy: false,
      },
    },
    messages: noOperator,
  },
  testGatewayTelegram: {
    bodies: { test: {} },
    data: {
      works: { bot_name: "TokoContohBot", problem: null, response: null },
      refused: { bot_name: null, problem: "token_refused" as const, response: "Unauthorized" },
    },
    messages: {
      ...noOperator,
      conflict: reasonInEnglish({ code: "no_telegram_bot", params: {} }),
    },
  },
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
