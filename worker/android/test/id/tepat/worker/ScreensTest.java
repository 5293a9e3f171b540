package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.content.Intent;
import android.graphics.Insets;
import android.graphics.Rect;
import android.net.Uri;
import android.os.Build;
import android.os.PowerManager;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowInsets;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.ServerAddress;
import id.tepat.worker.notifications.Report;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.sending.Refresher;
import id.tepat.worker.ui.Condition;
import id.tepat.worker.ui.HeldActivity;
import id.tepat.worker.ui.SelfTest;
import id.tepat.worker.ui.SentActivity;
import id.tepat.worker.ui.SetupActivity;
import id.tepat.worker.ui.Vendor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.util.ReflectionHelpers;

/**
 * Tests every screen in the order in which a person sees them. Draws them in both languages, light
 * and dark.
 */
@RunWith(RobolectricTestRunner.class)
@GraphicsMode(GraphicsMode.Mode.NATIVE)
@Config(qualifiers = "in-w400dp-h800dp-port-notnight-xhdpi")
public class ScreensTest {
  private static final String[] LOOKS = {"in-notnight", "in-night", "en-notnight", "en-night"};

  @Rule public final Phone phone = new Phone();

  @Before
  public void theStepsAreMadeByHand() throws InterruptedException {
    Engine.stop();
    ReflectionHelpers.setStaticField(Build.class, "MANUFACTURER", "Xiaomi");
    ReflectionHelpers.setStaticField(Build.class, "MODEL", "Redmi Note 12");
    phone.gateway.device =
        body -> FakeGateway.ok("{\"device_status\":\"ACTIVE\",\"packages\":[\"com.bca\",\"com.gojek.gopaymerchant\"],\"account_count\":2}");
  }

  private Screen open(Class<? extends Activity> type) {
    return open(type, new Intent(phone.context(), type));
  }

  private Screen open(Class<? extends Activity> type, Intent intent) {
    return new Screen(Robolectric.buildActivity(type, intent).setup().get());
  }

  private interface Opening {
    Screen open() throws Exception;
  }

  /** Draws a screen in each language, light and dark. */
  private void draw(String name, Opening opening) throws Exception {
    for (String look : LOOKS) {
      RuntimeEnvironment.setQualifiers("+" + look);
      opening.open().draw(name + "-" + look);
    }
    RuntimeEnvironment.setQualifiers("+in-notnight");
  }

  private void guarding() {
    phone.pair();
    phone.watch("com.bca", "com.gojek.gopaymerchant");
    phone.outbox().note(Note.ACCOUNTS, "2");
    phone.connect();
  }

  private void transfers() throws Exception {
    String[][] sent = {
      {"BCA mobile", "Catatan Finansial", "Pemasukan sebesar IDR 150,123.00 dari SITI RAHAYU di kategori Transfer Rekening.", "INV-1042"},
      {"GoPay Merchant", "Pembayaran diterima", "Rp75.318 dari QRIS BUDI S", "INV-1043"},
      {"BCA mobile", "Catatan Finansial", "Pemasukan sebesar IDR 20,000.00 dari AGUS di kategori Transfer Rekening.", null},
      {"BCA mobile", "myBCA", "Promo akhir pekan: cicilan 0%.", ""},
    };
    JSONArray outcomes = new JSONArray();
    long when = System.currentTimeMillis() - 3_600_000;
    for (int i = sent.length - 1; i >= 0; i--) {
      Report report =
          Phone.report(Phone.shown("com.bca", sent[i][1], sent[i][2], when - i * 600_000));
      report.json.put("app_name", sent[i][0]);
      phone.outbox().queueUnseen(report);
      boolean isIgnored = "".equals(sent[i][3]);
      outcomes.put(
          new JSONObject()
              .put("outcome", isIgnored ? "ignored" : "recorded")
              .put("matched_payment_code", sent[i][3] == null || isIgnored ? JSONObject.NULL : sent[i][3]));
    }
    phone.outbox().acknowledge(phone.outbox().firstReports(10), outcomes, Times.iso(when));
  }

  @Test
  public void aNewPhoneIsToldToConnect() throws Exception {
    Screen screen = open(MainActivity.class);
    assertTrue(screen.shows("HP ini belum terhubung"));
    assertFalse(screen.shows("Menunggu dikirim"));
    draw("1-new", () -> open(MainActivity.class));
    screen.press("Hubungkan");
    assertEquals(
        PairActivity.class.getName(),
        shadowOf((Activity) activityOf(screen)).getNextStartedActivity().getComponent().getClassName());
  }

  private static Activity activityOf(Screen screen) {
    return ReflectionHelpers.getField(screen, "activity");
  }

  private Intent link(String address) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(address)).setClass(phone.context(), PairActivity.class);
  }

  private String pairingLink() {
    return "tepat://pair?server=" + Uri.encode(phone.gateway.url()) + "&code=pgp_abc";
  }

  @Test
  public void aLinkRegistersNothingBeforeThePersonHasAgreed() throws Exception {
    Screen screen = open(PairActivity.class, link(pairingLink()));
    assertTrue(screen.shows(ServerAddress.host(phone.gateway.url())));
    assertTrue(screen.shows("tidak dilindungi"));
    assertEquals(0, phone.gateway.requests.size());
    draw(
        "2-confirm",
        () -> open(PairActivity.class, link("tepat://pair?server=https%3A%2F%2Fbayar.tokositi.id&code=pgp_abc")));
    screen.press("Tetap hubungkan");
    screen.waitFor("Terhubung");
    assertTrue(screen.shows(Registration.of(phone.outbox()).pairingCode()));
    screen.draw("3-paired-in-notnight");
  }

  @Test
  public void aPhoneThatIsPairedIsWarnedBeforeItIsPairedElsewhere() {
    phone.pair();
    Screen screen = open(PairActivity.class, link("tepat://pair?server=https%3A%2F%2Fevil.example&code=x"));
    assertTrue(screen.shows("evil.example"));
    assertTrue(screen.shows("sudah terhubung ke 127.0.0.1"));
    screen.press("Batal");
    assertTrue(Registration.of(phone.outbox()).server.contains("127.0.0.1"));
  }

  @Test
  public void aLinkOfAnyLengthIsAnsweredOnTheScreen() {
    for (String endless : new String[] {"a" + ".a".repeat(100_000), "pay.example.com" + "/a".repeat(100_000)}) {
      Screen screen = open(PairActivity.class, link("tepat://pair?server=https://" + endless + "&code=x"));
      assertTrue(screen.shows("Isi alamat seperti"));
    }
  }

  @Test
  public void aPhoneWhoseStorageIsFullSaysSoWhenItIsPaired() throws Exception {
    phone.outbox().database().execSQL("pragma query_only = on");
    Screen screen = open(PairActivity.class, link(pairingLink()));
    screen.press("Tetap hubungkan");
    screen.waitFor("Penyimpanan HP penuh");
    phone.outbox().database().execSQL("pragma query_only = off");
    screen.press("Lanjut");
    screen.press("Tetap hubungkan");
    screen.waitFor("Terhubung");
  }

  @Test
  public void foreignLinksAreExplainedAndNotFollowed() {
    for (String wrong :
        new String[] {"tepat://pair?server=http%3A%2F%2Fpay.example.com&code=x", "tepat://pair?x=1", "tepat://pair"}) {
      Screen screen = open(PairActivity.class, link(wrong));
      assertTrue(wrong, screen.shows("http mengirim") || screen.shows("bukan tautan"));
    }
    assertNull(Registration.of(phone.outbox()));
  }

  @Test
  public void theCodeCanBeTypedAndAUsedOneIsExplained() throws Exception {
    phone.gateway.devices = body -> FakeGateway.error(401, "unauthorized");
    Screen screen = open(PairActivity.class);
    screen.press("Lanjut");
    assertTrue(screen.shows("dengan lengkap") || screen.shows("Isi alamat seperti"));
    screen.type(0, phone.gateway.url());
    screen.type(1, "pgp_old");
    screen.press("Lanjut");
    screen.press("Tetap hubungkan");
    screen.waitFor("sudah dipakai atau kedaluwarsa");
    draw("4-typed", () -> open(PairActivity.class));
  }

  @Test
  public void theSetUpLeadsThroughItsStepsAndSkipsWhatIsDone() throws Exception {
    phone.pair();
    Screen screen = open(SetupActivity.class);
    // Android 13 asks before an app shows notifications, and restricts apps that do not come from
    // its store.
    boolean isAsked = Build.VERSION.SDK_INT >= 33;
    int steps = isAsked ? 5 : 4;
    assertTrue(screen.shows("Langkah 1 dari " + steps));
    assertEquals(isAsked, screen.shows("Izinkan setelan terbatas"));
    draw("5-access", () -> open(SetupActivity.class));
    phone.connect();
    assertEquals(isAsked, open(SetupActivity.class).shows("Izinkan menampilkan notifikasi"));
    Shadows.shadowOf(RuntimeEnvironment.getApplication()).grantPermissions("android.permission.POST_NOTIFICATIONS");
    screen = open(SetupActivity.class);
    assertTrue(screen.shows("Biarkan Tepat tetap berjalan"));
    screen.press("Izinkan berjalan terus");
    Intent asked = shadowOf(activityOf(screen)).getNextStartedActivity();
    assertEquals("android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS", asked.getAction());
    assertEquals("package:id.tepat.worker", asked.getDataString());
    shadowOf(phone.context().getSystemService(PowerManager.class))
        .setIgnoringBatteryOptimizations("id.tepat.worker", true);
    screen = open(SetupActivity.class);
    assertTrue(screen.shows("Mulai otomatis (Autostart)"));
    draw("6-vendor", () -> open(SetupActivity.class));
    screen.press("Sudah saya atur");
    assertTrue(screen.shows("Langkah " + steps + " dari " + steps));
    SelfTest.seen(
        phone.context(),
        Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, "Konten disembunyikan", 1).build()));
    screen = open(SetupActivity.class);
    screen.press("Kirim uji coba");
    SelfTest.seen(
        phone.context(),
        Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, "Konten disembunyikan", 1).build()));
    screen.waitFor("adb shell appops set id.tepat.worker RECEIVE_SENSITIVE_NOTIFICATIONS allow");
    screen.draw("7-hidden-in-notnight");
    SelfTest.seen(
        phone.context(),
        Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, SelfTest.TEXT, 1).build()));
    phone.watch("com.bca", "com.gojek.gopaymerchant");
    phone.outbox().note(Note.ACCOUNTS, "2");
    screen = open(SetupActivity.class);
    assertTrue(screen.shows("HP ini siap"));
    assertTrue(screen.shows("HP ini memantau 2 rekening"));
    draw("8-ready", () -> open(SetupActivity.class));
  }

  @Test
  public void theMainScreenTellsThatItGuardsAndWhatItSaw() throws Exception {
    guarding();
    transfers();
    Screen screen = open(MainActivity.class);
    assertTrue(screen.shows("HP ini memantau 2 rekening"));
    assertTrue(screen.shows("sejak "));
    assertTrue(screen.shows("Cocok dengan INV-1042"));
    assertTrue(screen.shows("Tercatat, belum cocok dengan tagihan"));
    assertTrue(screen.shows("Bukan transfer, atau tidak terbaca"));
    draw("9-guarding", () -> open(MainActivity.class));
    draw("10-sent", () -> open(SentActivity.class));
    assertTrue(open(SentActivity.class).shows("Promo akhir pekan: cicilan 0%."));
    RuntimeEnvironment.setQualifiers("+en");
    assertTrue(open(MainActivity.class).shows("This phone watches 2 accounts"));
  }

  @Test
  public void theFirstThingInTheWayIsTold() throws Exception {
    phone.gateway.device = body -> FakeGateway.error(503, "unavailable");
    phone.gateway.heartbeats = phone.gateway.device;
    List<String> told =
        Arrays.asList(
            told(() -> phone.pair()),
            told(() -> phone.allowReading()),
            told(() -> phone.connect()),
            told(() -> phone.outbox().note(Note.HIDDEN_TEXT, "hidden")),
            told(
                () -> {
                  phone.outbox().note(Note.HIDDEN_TEXT, null);
                  phone.watch("com.bca");
                }),
            told(() -> phone.outbox().note(Note.ACCOUNTS, "0")),
            told(
                () -> {
                  phone.outbox().note(Note.ACCOUNTS, "1");
                  phone.outbox().note(Note.HEARD_AT, Times.iso(System.currentTimeMillis() - 600_000));
                }),
            told(
                () -> {
                  phone.outbox().note(Note.HEARD_AT, Times.iso(System.currentTimeMillis()));
                  phone.outbox().note(Note.DEVICE_STATUS, "PENDING");
                }),
            told(() -> Trouble.diskIsFull = true),
            told(() -> phone.outbox().note(Note.DEVICE_STATUS, Refresher.UNKNOWN)));
    assertEquals(
        Arrays.asList(
            "NO_ACCESS", "NOT_LISTENING", "NOTHING_TO_WATCH", "TEXT_HIDDEN", "GUARDING", "NOTHING_TO_WATCH",
            "GATEWAY_SILENT",
            "NOT_APPROVED", "DISK_FULL", "UNKNOWN_TO_GATEWAY"),
        told);
    draw("11-unknown", () -> open(MainActivity.class));
  }

  private String told(Runnable change) {
    change.run();
    return Condition.of(phone.context()).name();
  }

  @Test
  public void aTestSaysWhetherReadingAndSendingWork() throws Exception {
    guarding();
    Shadows.shadowOf(RuntimeEnvironment.getApplication()).grantPermissions("android.permission.POST_NOTIFICATIONS");
    Screen screen = open(MainActivity.class);
    screen.press("Kirim uji coba");
    assertTrue(screen.shows("sedang dibaca"));
    shadowOf(android.os.Looper.getMainLooper()).idleFor(java.time.Duration.ofMillis(Limits.SELF_TEST_MILLISECONDS));
    assertTrue(screen.shows("tidak sampai"));
    screen.press("Kirim uji coba");
    SelfTest.seen(
        phone.context(),
        Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, SelfTest.TEXT, 1).build()));
    screen.waitFor("Uji coba berhasil");
  }

  private final List<Class<? extends Activity>> screens =
      Arrays.asList(
          MainActivity.class, PairActivity.class, SetupActivity.class, SentActivity.class, HeldActivity.class);

  @Test
  public void theBarsTheCameraAndTheKeyboardCoverNoScreen() {
    assumeTrue("Android lays the page out between them", Build.VERSION.SDK_INT >= 30);
    for (Class<? extends Activity> screen : screens) {
      Activity activity = activityOf(open(screen));
      View page = ((ViewGroup) activity.findViewById(android.R.id.content)).getChildAt(0);
      WindowInsets.Builder bars =
          new WindowInsets.Builder()
              .setInsets(WindowInsets.Type.statusBars(), Insets.of(0, 96, 0, 0))
              .setInsets(WindowInsets.Type.navigationBars(), Insets.of(0, 0, 0, 126))
              .setInsets(WindowInsets.Type.displayCutout(), Insets.of(40, 0, 0, 0));
      assertEquals(new Rect(40, 96, 800, 1_474), shownBetween(page, bars));
      bars.setInsets(WindowInsets.Type.ime(), Insets.of(0, 0, 0, 700));
      assertEquals(new Rect(40, 96, 800, 900), shownBetween(page, bars));
      assertEquals(new Rect(0, 0, 800, 1_600), shownBetween(page, new WindowInsets.Builder()));
    }
  }

  private static Rect shownBetween(View page, WindowInsets.Builder insets) {
    page.dispatchApplyWindowInsets(insets.build());
    page.measure(
        View.MeasureSpec.makeMeasureSpec(800, View.MeasureSpec.EXACTLY),
        View.MeasureSpec.makeMeasureSpec(1_600, View.MeasureSpec.EXACTLY));
    page.layout(0, 0, 800, 1_600);
    View column = ((ViewGroup) page).getChildAt(0);
    int bottom = page.getHeight() - page.getPaddingBottom();
    return new Rect(column.getLeft(), column.getTop(), column.getRight(), bottom);
  }

  /** From Android 16 on, Android itself goes back to the previous screen, without asking the app. */
  @Test
  public void noScreenWaitsForAndroidToAskAboutTheGestureBack() {
    for (Class<? extends Activity> screen : screens) {
      for (Method own : screen.getDeclaredMethods()) {
        assertFalse(screen.getName(), own.getName().startsWith("onBackPressed"));
        assertFalse(screen.getName(), own.getName().startsWith("onKey"));
      }
    }
  }

  @Test
  public void eachMakerHasItsInstructions() throws Exception {
    String[][] makers = {
      {"Xiaomi", "XIAOMI"}, {"POCO", "XIAOMI"}, {"OPPO", "OPPO"}, {"vivo", "VIVO"}, {"realme", "REALME"},
      {"samsung", "SAMSUNG"}, {"INFINIX MOBILITY LIMITED", "TRANSSION"}, {"TECNO", "TRANSSION"}, {"itel", "TRANSSION"},
    };
    for (String[] maker : makers) assertEquals(maker[1], Vendor.of(maker[0]).name());
    for (String other : new String[] {"Google", "", null}) assertNull(Vendor.of(other));
  }
}
