import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { isGenuine, remember } from "./webhook";

export class TepatTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Tepat Trigger",
    name: "tepatTrigger",
    icon: { light: "file:../../icons/tepat.svg", dark: "file:../../icons/tepat.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts when an invoice is paid, expires or is cancelled, or a phone goes offline",
    defaults: { name: "Tepat Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "tepatApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "tepat" }],
    properties: [
      {
        displayName:
          "Enter the production URL of this trigger in the dashboard of your gateway under Webhooks, or in the Webhook URL of an invoice. The webhook secret belongs in the credential.",
        name: "notice",
        type: "notice",
        default: "",
      },
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        options: [
          { name: "Invoice Cancelled", value: "payment.cancelled" },
          { name: "Invoice Expired", value: "payment.expired" },
          { name: "Invoice Paid", value: "payment.paid" },
          { name: "Phone Offline", value: "device.offline" },
          { name: "Phone Online", value: "device.online" },
        ],
        default: ["payment.paid"],
        required: true,
        description:
          "Your gateway always sends Invoice Paid. Switch on the other events in its dashboard.",
      },
    ],
  };

  webhookMethods = {
    default: {
      /**
       * Always returns false. A person enters the address in the dashboard, because an API key must
       * not change the webhook URL.
       */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return false;
      },
      /** Registers nothing, but refuses to activate a workflow that could never start. */
      async create(this: IHookFunctions): Promise<boolean> {
        const { baseUrl, webhookSecret } = await this.getCredentials<{
          baseUrl: string;
          webhookSecret: string;
        }>("tepatApi");
        if (!webhookSecret.startsWith("whsec_")) {
          throw new NodeOperationError(
            this.getNode(),
            "The credential has no webhook secret. Copy it from the dashboard of your gateway, under Webhooks; it begins with whsec_.",
          );
        }
        await this.helpers.httpRequestWithAuthentication.call(this, "tepatApi", {
          url: `${baseUrl.replace(/\/+$/, "")}/gateway/accounts`,
          json: true,
        });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { webhookSecret } = await this.getCredentials<{ webhookSecret: string }>("tepatApi");
    const request = this.getRequestObject();
    const headers = this.getHeaderData() as Record<string, string | string[] | undefined>;
    const response = this.getResponseObject();
    if (request.rawBody === undefined) await request.readRawBody();
    const genuine = isGenuine({
      secrets: webhookSecret,
      headers,
      body: request.rawBody,
      nowSeconds: Math.floor(Date.now() / 1000),
    });
    if (!genuine) {
      response
        .status(401)
        .json({ message: "The webhook is not signed with the secret of the credential." });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData() as IDataObject & { type: string };
    const events = this.getNodeParameter("events") as string[];
    const id = String(headers["webhook-id"]);
    // Both cases respond with 2xx, so that the gateway does not send the webhook again.
    if (!events.includes(event.type)) return { webhookResponse: { ignored: event.type } };
    if (!remember(this.getWorkflowStaticData("node"), id))
      return { webhookResponse: { known: id } };
    return { workflowData: [[{ json: { id, ...event } }]] };
  }
}
