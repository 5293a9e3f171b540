import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type Gateway } from "../../tests/gateway.ts";
import { startWordPress, whatIsMissing, type WordPress } from "./wordpress.ts";

/**
 * Tests the plugin in the real WooCommerce, through its block checkout and its classic checkout, as a
 * customer without an account. `WOOCOMMERCE_FOLDER` is the unpacked WooCommerce plugin, which no package
 * registry offers.
 */

const folder = process.env["WOOCOMMERCE_FOLDER"];
const missing = folder === undefined ? "WOOCOMMERCE_FOLDER is not set" : whatIsMissing();
if (missing !== null) console.log(`The plugin was not tried with WooCommerce itself: ${missing}.`);

const sentence = "Nothing was charged. Please try again in a few minutes.";
const price = 150_000;
const address = {
  first_name: "Siti",
  last_name: "Rahayu",
  address_1: "Jalan Merdeka 1",
  city: "Bandung",
  state: "JB",
  postcode: "40111",
  country: "ID",
  email: "siti@example.com",
  phone: "0812",
};

interface Order {
  status: string;
  codes: string[];
  notes: string;
  stock: number;
}

interface Refusal {
  code: string;
  message: string;
}

interface Success {
  order_id: number;
  payment_result: { payment_status: string; redirect_url: string };
}

describe.skipIf(missing !== null)("an order of WooCommerce itself", () => {
  let shop: WordPress;
  let gateway: Gateway;
  let product: number;
  let checkoutPage: number;
  const started: { end(): Promise<void> }[] = [];

  beforeAll(async () => {
    started.push((gateway = await startGateway()));
    started.push((shop = await startWordPress(path.resolve(folder as string))));
    [product, checkoutPage] = await inShop<[number, number]>(settingUp(gateway));
    await shop.start();
  }, 600_000);
  afterAll(async () => {
    await Promise.allSettled(started.map((each) => each.end()));
  });

  /** Runs PHP in the shop and returns the result of its `return`. */
  async function inShop<Answer>(body: string): Promise<Answer> {
    const program = `$_SERVER["HTTP_HOST"] = parse_url( getenv( "SITE_URL" ), PHP_URL_HOST ) . ":" . parse_url( getenv( "SITE_URL" ), PHP_URL_PORT ); $_SERVER["REQUEST_METHOD"] = "GET"; require "wp-load.php"; echo "\\n" . json_encode( ( static function () { ${body} } )() );`;
    return JSON.parse((await shop.php("-r", program)).split("\n").at(-1) ?? "") as Answer;
  }
  const read = (id: number) =>
    inShop<Order>(
      `$order = wc_get_order( ${id} ); return array( "status" => $order->get_status(), "codes" => array_values( array_filter( (array) $order->get_meta( "_tepat_codes" ) ) ), "notes" => implode( "\\n", wp_list_pluck( wc_get_order_notes( array( "order_id" => ${id} ) ), "content" ) ), "stock" => wc_get_product( ${product} )->get_stock_quantity() );`,
    );
  const statusOf = async (code: string) => (await gateway.tepat.payments.get(code)).payment_status;
  async function untilStatus(id: number, status: string): Promise<void> {
    await expect
      .poll(async () => (await read(id)).status, { interval: 500, timeout: 30_000 })
      .toBe(status);
  }

  /** Returns a customer with cookies and one product in the cart, who can use the block checkout. */
  async function customer() {
    const jar = new Map<string, string>();
    async function ask(
      url: string,
      init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
    ): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(`${shop.url}${url}`, {
        ...init,
        redirect: "manual",
        headers: { ...init.headers, cookie },
      });
      for (const each of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        jar.set(name, value);
      }
      return response;
    }
    const store = "/?rest_route=/wc/store/v1";
    let nonce = (await ask(`${store}/cart`)).headers.get("nonce") ?? "";
    async function post<Answer>(route: string, body: object): Promise<Answer> {
      const response = await ask(`${store}${route}`, {
        method: "POST",
        headers: { "content-type": "application/json", nonce },
        body: JSON.stringify(body),
      });
      nonce = response.headers.get("nonce") ?? nonce;
      const text = await response.text();
      // A warning that PHP prints into the response makes the JSON invalid.
      return JSON.parse(text) as Answer;
    }
    await post("/cart/add-item", { id: product, quantity: 1 });
    return {
      ask,
      checkOutInBlocks: <Answer>() =>
        post<Answer>("/checkout", {
          billing_address: address,
          shipping_address: { ...address, email: undefined },
          payment_method: "tepat",
        }),
      async checkOut(): Promise<{ result: string; messages?: string; redirect?: string }> {
        const page = await (await ask(`/?page_id=${checkoutPage}`)).text();
        const field = "woocommerce-process-checkout-nonce";
        const [, own = ""] = new RegExp(`name="${field}" value="(\\w+)"`).exec(page) ?? [];
        const billing = Object.entries(address).map(([name, value]) => [`billing_${name}`, value]);
        const response = await ask("/?wc-ajax=checkout", {
          method: "POST",
          body: new URLSearchParams({
            ...Object.fromEntries(billing),
            payment_method: "tepat",
            [field]: own,
          }),
        });
        return (await response.json()) as { result: string };
      },
    };
  }

  async function placeInBlocks(): Promise<{ id: number; code: string }> {
    const browser = await customer();
    const placed = await browser.checkOutInBlocks<Success>();
    expect(placed).toMatchObject({ payment_result: { payment_status: "success" } });
    const id = placed.order_id;
    return { id, code: (await read(id)).codes[0] ?? "" };
  }

  test("is refused with the plugin's sentence in both checkouts while the gateway is down, and works afterwards", async () => {
    gateway.stop();
    const [inBlocks, classic] = [await customer(), await customer()];
    expect(await inBlocks.checkOutInBlocks<Refusal>()).toMatchObject({
      code: "woocommerce_rest_checkout_process_payment_error",
      message: expect.stringContaining(sentence),
    });
    expect(await classic.checkOut()).toMatchObject({
      result: "failure",
      messages: expect.stringContaining(sentence),
    });
    gateway.start();
    expect((await gateway.tepat.payments.list()).data).toEqual([]);

    const { order_id, payment_result } = await inBlocks.checkOutInBlocks<Success>();
    const order = await read(order_id);
    const payment = await gateway.tepat.payments.get(order.codes[0] ?? "");
    expect(payment).toMatchObject({ payment_amount: price, customer_email: address.email });
    expect(payment_result).toMatchObject({
      payment_status: "success",
      redirect_url: payment.payment_checkout_url,
    });
    expect(order).toMatchObject({ status: "on-hold", codes: [payment.payment_code] });
    expect((await classic.checkOut()).result).toBe("success");
    expect((await gateway.tepat.payments.list()).data).toHaveLength(2);
  });

  test("is processed when its transfer arrives, and its goods are taken from stock once", async () => {
    const { id, code } = await placeInBlocks();
    const { stock } = await read(id);
    await gateway.transferFor(code);
    await untilStatus(id, "processing");
    expect(await statusOf(code)).toBe("PAID");
    expect((await read(id)).stock).toBe(stock);
  });

  test("cancels its invoice, and an invoice cancelled at the gateway cancels the order and frees its goods", async () => {
    const [ofShop, ofGateway] = [await placeInBlocks(), await placeInBlocks()];
    await inShop(`wc_get_order( ${ofShop.id} )->update_status( "cancelled" ); return true;`);
    expect(await statusOf(ofShop.code)).toBe("CANCELLED");
    const { stock } = await read(ofGateway.id);
    await gateway.tepat.payments.cancel(ofGateway.code);
    await untilStatus(ofGateway.id, "cancelled");
    expect((await read(ofGateway.id)).stock).toBe(stock + 1);
  });

  test("causes no PHP warning that names the plugin", () => {
    expect(shop.output()).not.toMatch(/PHP (Warning|Notice|Deprecated|Fatal error).*tepat-for/);
  });
});

/**
 * Sets up a shop in rupiah that sells one product to guests, with the classic checkout on its own page. Adds a
 * theme, because Debian's WordPress has none.
 */
const settingUp = (gateway: Gateway): string => `
  foreach ( ${phpArray({
    woocommerce_currency: "IDR",
    woocommerce_default_country: "ID:JB",
    woocommerce_price_num_decimals: "0",
    woocommerce_enable_guest_checkout: "yes",
    woocommerce_coming_soon: "no",
    woocommerce_onboarding_opt_in: "no",
  })} as $name => $value ) { update_option( $name, $value ); }
  update_option( "woocommerce_tepat_settings", ${phpArray({
    enabled: "yes",
    url: gateway.url,
    api_key: gateway.api_key,
    webhook_secret: gateway.webhook_secret,
  })} );
  $theme = WP_CONTENT_DIR . "/themes/plain";
  mkdir( $theme, 0755, true );
  file_put_contents( "$theme/style.css", "/* Theme Name: Plain */" );
  file_put_contents( "$theme/index.php", "<?php while ( have_posts() ) { the_post(); the_content(); }" );
  switch_theme( "plain" );
  $page = wp_insert_post( array( "post_type" => "page", "post_status" => "publish", "post_title" => "Kasir", "post_content" => "[woocommerce_checkout]" ) );
  update_option( "woocommerce_checkout_page_id", $page );
  $product = new WC_Product_Simple();
  $product->set_name( "Kopi" );
  $product->set_regular_price( "${price}" );
  $product->set_virtual( true );
  $product->set_manage_stock( true );
  $product->set_stock_quantity( 100 );
  return array( $product->save(), $page );`;

const phpArray = (entries: Record<string, string>): string =>
  `array( ${Object.entries(entries)
    .map(([name, value]) => `"${name}" => "${value}"`)
    .join(", ")} )`;
