import type {
  IDataObject,
  IExecuteFunctions,
  IHttpRequestMethods,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError, NodeConnectionTypes } from "n8n-workflow";
import { invoiceFields } from "./fields";

/** The maximum number of records on one page of a list. */
const perPage = 100;

export class Tepat implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Tepat",
    name: "tepat",
    icon: { light: "file:../../icons/tepat.svg", dark: "file:../../icons/tepat.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description:
      "Creates, reads, lists and cancels invoices that customers pay by bank transfer or QRIS",
    defaults: { name: "Tepat" },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "tepatApi", required: true }],
    properties: invoiceFields,
    usableAsTool: true,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const [item] of this.getInputData().entries()) {
      try {
        const answers = await carryOut.call(this, item);
        results.push(...answers.map((json) => ({ json, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail())
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}

async function carryOut(this: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const operation = this.getNodeParameter("operation", item) as string;
  if (operation === "create") {
    const { payment_expired_in, ...more } = this.getNodeParameter(
      "additionalFields",
      item,
    ) as IDataObject;
    const hours = Number(payment_expired_in ?? 24);
    return [
      await call.call(this, item, "POST", "", {
        account_id: this.getNodeParameter("account_id", item) as string,
        payment_code: this.getNodeParameter("payment_code", item) as string,
        payment_amount: this.getNodeParameter("payment_amount", item) as number,
        customer_name: this.getNodeParameter("customer_name", item) as string,
        customer_email: this.getNodeParameter("customer_email", item) as string,
        payment_expired_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
        ...more,
      }),
    ];
  }
  if (operation === "getAll") return await list.call(this, item);
  const code = this.getNodeParameter("payment_code", item) as string;
  const path = `/${encodeURIComponent(code)}`;
  if (operation === "get") return [await call.call(this, item, "GET", path)];
  await call.call(this, item, "DELETE", path);
  return [await call.call(this, item, "GET", path)];
}

async function list(this: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const all = this.getNodeParameter("returnAll", item) as boolean;
  const limit = all ? Infinity : (this.getNodeParameter("limit", item) as number);
  const status = this.getNodeParameter("status", item) as string;
  const found: IDataObject[] = [];
  for (let page = 1; found.length < limit; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (status !== "") query.set("status", status);
    const { data, pagination } = await request.call(this, item, "GET", `?${query.toString()}`);
    found.push(...(data as IDataObject[]));
    if (page >= Number((pagination as IDataObject).total_pages)) break;
  }
  return found.slice(0, limit);
}

async function call(
  this: IExecuteFunctions,
  item: number,
  method: IHttpRequestMethods,
  path: string,
  body?: IDataObject,
): Promise<IDataObject> {
  return (await request.call(this, item, method, path, body)).data as IDataObject;
}

async function request(
  this: IExecuteFunctions,
  itemIndex: number,
  method: IHttpRequestMethods,
  path: string,
  body?: IDataObject,
): Promise<IDataObject> {
  const { baseUrl } = await this.getCredentials<{ baseUrl: string }>("tepatApi", itemIndex);
  const url = `${baseUrl.replace(/\/+$/, "")}/gateway/payments${path}`;
  return (await this.helpers.httpRequestWithAuthentication.call(this, "tepatApi", {
    method,
    url,
    body,
    json: true,
  })) as IDataObject;
}
