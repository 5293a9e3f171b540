const { ContainerRegistrationKeys, Modules } = require("@medusajs/framework/utils");
const {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} = require("@medusajs/medusa/core-flows");

/**
 * Creates one product with twenty pieces in stock, one shipping method, a region in rupiah that accepts Tepat, and two
 * API keys. The seed is a route, because a script would start Medusa a second time.
 */
exports.POST = async function seed({ scope: container }, response) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const fulfilment = container.resolve(Modules.FULFILLMENT);

  const [channel] = await run(createSalesChannelsWorkflow, {
    salesChannelsData: [{ name: "Toko Contoh" }],
  });
  const [region] = await run(createRegionsWorkflow, {
    regions: [
      {
        name: "Indonesia",
        currency_code: "idr",
        countries: ["id"],
        payment_providers: ["pp_tepat_tepat"],
      },
    ],
  });
  const [location] = await run(createStockLocationsWorkflow, {
    locations: [{ name: "Gudang", address: { address_1: "Jalan Contoh 1", country_code: "id" } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  });
  const [profile] = await run(createShippingProfilesWorkflow, {
    data: [{ name: "Biasa", type: "default" }],
  });
  const set = await fulfilment.createFulfillmentSets({
    name: "Kirim",
    type: "shipping",
    service_zones: [{ name: "Indonesia", geo_zones: [{ country_code: "id", type: "country" }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const [shipping] = await run(createShippingOptionsWorkflow, [
    {
      name: "Kurir",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: "Kurir", description: "Dua hari", code: "kurir" },
      prices: [{ currency_code: "idr", amount: 10_000 }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    },
  ]);
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const [product] = await run(createProductsWorkflow, {
    products: [
      {
        title: "Kopi Gayo",
        status: "published",
        shipping_profile_id: profile.id,
        options: [{ title: "Berat", values: ["250 g"] }],
        variants: [
          {
            title: "250 g",
            sku: "KOPI-250",
            options: { Berat: "250 g" },
            prices: [{ amount: 140_000, currency_code: "idr" }],
          },
        ],
        sales_channels: [{ id: channel.id }],
      },
    ],
  });
  const [item] = await container.resolve(Modules.INVENTORY).listInventoryItems({ sku: "KOPI-250" });
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: [
      { inventory_item_id: item.id, location_id: location.id, stocked_quantity: 20 },
    ],
  });
  const [publishable, secret] = await run(createApiKeysWorkflow, {
    api_keys: [
      { title: "Storefront", type: "publishable", created_by: "" },
      { title: "Tests", type: "secret", created_by: "" },
    ],
  });
  await run(linkSalesChannelsToApiKeyWorkflow, { id: publishable.id, add: [channel.id] });
  response.json({
    region_id: region.id,
    variant_id: product.variants[0].id,
    shipping_option_id: shipping.id,
    inventory_item_id: item.id,
    publishable_key: publishable.token,
    secret_key: secret.token,
  });
};
