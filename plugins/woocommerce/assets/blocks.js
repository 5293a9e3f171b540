// Offers Tepat in the block checkout. WooCommerce's PHP does the rest. This file needs no build.
(function (registry, settings, element, entities) {
  const data = settings.getSetting("tepat_data", {});
  const label = entities.decodeEntities(data.title || "Tepat");
  const description = element.createElement(
    "div",
    null,
    entities.decodeEntities(data.description || ""),
  );
  registry.registerPaymentMethod({
    name: "tepat",
    label,
    ariaLabel: label,
    content: description,
    edit: description,
    canMakePayment: () => true,
    supports: { features: data.supports || ["products"] },
  });
})(window.wc.wcBlocksRegistry, window.wc.wcSettings, window.wp.element, window.wp.htmlEntities);
