/* Shows what the gateway sends to this browser. It answers no request of any page: it has no fetch handler. */

self.addEventListener("push", (event) => {
  const { id, title, body, link, language } = event.data.json();
  event.waitUntil(
    // A repetition takes the place of the first one.
    self.registration.showNotification(title, { body, tag: id, lang: language, data: { link } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link);
  // Only pages of this gateway, whatever was sent.
  const isOwn = link.origin === self.location.origin;
  event.waitUntil(self.clients.openWindow(isOwn ? link.href : "/dashboard"));
});
