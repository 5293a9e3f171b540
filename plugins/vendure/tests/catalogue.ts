import type { Graphql } from "./graphql.ts";

/**
 * Creates one product, one shipping method, a channel in rupiah without taxes, and Tepat as the payment method. Returns
 * the product's variant.
 */
export async function openCatalogue(admin: Graphql): Promise<string> {
  await admin.ask(
    `mutation {
      login(username: "superadmin", password: "of the tests", rememberMe: true) {
        ... on ErrorResult { message }
      }
    }`,
  );
  const idOf = async (mutation: string, variables: object = {}): Promise<string> => {
    const data = await admin.ask<Record<string, { id: string }>>(mutation, variables);
    const [made] = Object.values(data);
    if (!made) throw new Error(`${mutation} made nothing`);
    return made.id;
  };
  const named = (name: string) => [{ languageCode: "en", name, description: "" }];

  const countryId = await idOf(
    "mutation ($input: CreateCountryInput!) { createCountry(input: $input) { id } }",
    {
      input: {
        code: "ID",
        enabled: true,
        translations: [{ languageCode: "en", name: "Indonesia" }],
      },
    },
  );
  const zoneId = await idOf(
    "mutation ($input: CreateZoneInput!) { createZone(input: $input) { id } }",
    {
      input: { name: "Indonesia", memberIds: [countryId] },
    },
  );
  const { activeChannel } = await admin.ask<{ activeChannel: { id: string } }>(
    "{ activeChannel { id } }",
  );
  await admin.ask(
    "mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } ... on ErrorResult { message } } }",
    {
      input: {
        id: activeChannel.id,
        availableCurrencyCodes: ["IDR"],
        defaultCurrencyCode: "IDR",
        defaultTaxZoneId: zoneId,
        defaultShippingZoneId: zoneId,
        pricesIncludeTax: true,
      },
    },
  );
  const taxCategoryId = await idOf(
    'mutation { createTaxCategory(input: { name: "Tanpa pajak", isDefault: true }) { id } }',
  );
  await idOf("mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }", {
    input: { name: "Nol", enabled: true, value: 0, categoryId: taxCategoryId, zoneId },
  });
  await idOf(
    "mutation ($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }",
    {
      input: {
        code: "kurir",
        fulfillmentHandler: "manual-fulfillment",
        checker: {
          code: "default-shipping-eligibility-checker",
          arguments: [{ name: "orderMinimum", value: "0" }],
        },
        calculator: {
          code: "default-shipping-calculator",
          arguments: [
            { name: "rate", value: "1000000" },
            { name: "includesTax", value: "auto" },
            { name: "taxRate", value: "0" },
          ],
        },
        translations: named("Kurir"),
      },
    },
  );
  await idOf(
    "mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }",
    {
      input: {
        code: "tepat",
        enabled: true,
        handler: { code: "tepat", arguments: [] },
        translations: named("Transfer bank"),
      },
    },
  );
  const productId = await idOf(
    "mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }",
    { input: { enabled: true, translations: [{ ...named("Kopi Gayo")[0], slug: "kopi-gayo" }] } },
  );
  const { createProductVariants } = await admin.ask<{ createProductVariants: { id: string }[] }>(
    "mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }",
    {
      input: [
        {
          productId,
          sku: "KOPI-250",
          price: 14_000_000,
          taxCategoryId,
          stockOnHand: 20,
          trackInventory: "TRUE",
          translations: [{ languageCode: "en", name: "Kopi Gayo 250 g" }],
        },
      ],
    },
  );
  return createProductVariants[0]?.id ?? "";
}
