import type {
  IAuthenticateGeneric,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from "n8n-workflow";

export class TepatApi implements ICredentialType {
  name = "tepatApi";

  displayName = "Tepat API";

  icon: Icon = { light: "file:../icons/tepat.svg", dark: "file:../icons/tepat.dark.svg" };

  documentationUrl = "https://github.com/tepat-id/tepat/tree/main/plugins/n8n#credentials";

  properties: INodeProperties[] = [
    {
      displayName: "Gateway URL",
      name: "baseUrl",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://pay.example.com",
      description: "The address of your gateway, without a path",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "A key that you created in the dashboard, under API keys",
    },
    {
      displayName: "Webhook Secret",
      name: "webhookSecret",
      type: "string",
      typeOptions: { password: true },
      default: "",
      placeholder: "whsec_…",
      description:
        "Only the trigger needs the secret. While you replace the secret, enter both with a space between them.",
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { "X-Api-Key": "={{$credentials.apiKey}}" } },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
      url: "/gateway/accounts",
    },
  };
}
