// Makes a button that leads to a payment link. It sets no cookie, stores nothing and sends nothing. Styles are set
// through the object model, which a policy without 'unsafe-inline' allows.
(function () {
  var script = document.currentScript;
  var slug = script && script.getAttribute("data-link");
  if (!slug || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return;
  var color = script.getAttribute("data-color") || "";
  if (!/^#[0-9a-f]{6}$/i.test(color)) color = "#0b6b57";
  var light = [1, 3, 5].reduce(function (sum, at, index) {
    var part = parseInt(color.slice(at, at + 2), 16) / 255;
    var linear = part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    return sum + linear * [0.2126, 0.7152, 0.0722][index];
  }, 0);
  var button = document.createElement("a");
  button.href = script.src.replace(/button\.js.*$/, slug);
  button.rel = "noopener";
  button.textContent = script.getAttribute("data-text") || "Bayar sekarang";
  var style = button.style;
  style.display = "inline-block";
  style.padding = "12px 24px";
  style.borderRadius = "12px";
  style.background = color;
  style.color = light > 0.179 ? "#000" : "#fff";
  style.font = "600 16px/1.5 system-ui, sans-serif";
  style.textDecoration = "none";
  script.parentNode.insertBefore(button, script.nextSibling);
})();
