/* Shows the gateway's notices in this browser. It has no fetch handler, so it answers no request of a page. */

self.addEventListener("push", (event) => {
  const { id, title, body, link, language } = event.data.json();
  event.waitUntil(
    // A repeated notice replaces the first one.
    self.registration.showNotification(title, { body, tag: id, lang: language, data: { link } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link);
  // Open only pages of this gateway, even if the notice names another address.
  const isOwn = link.origin === self.location.origin;
  event.waitUntil(self.clients.openWindow(isOwn ? link.href : "/dashboard"));
});
