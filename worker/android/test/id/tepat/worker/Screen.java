package id.tepat.worker;

import static org.robolectric.Shadows.shadowOf;

import android.app.Activity;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.os.Looper;
import android.view.View;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.EditText;
import android.widget.TextView;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The texts and buttons of an activity, as a person sees them. */
final class Screen {
  private final Activity activity;

  Screen(Activity activity) {
    this.activity = activity;
  }

  String text() {
    List<String> texts = new ArrayList<>();
    for (TextView view : views(TextView.class)) texts.add(view.getText().toString());
    return String.join("\n", texts);
  }

  boolean shows(String text) {
    return text().contains(text);
  }

  void press(String label) {
    for (Button button : views(Button.class)) {
      if (button.getText().toString().equals(label)) {
        button.performClick();
        shadowOf(Looper.getMainLooper()).idle();
        return;
      }
    }
    throw new AssertionError("There is no button " + label + " in:\n" + text());
  }

  void type(int field, String text) {
    views(EditText.class).get(field).setText(text);
  }

  void waitFor(String text) throws InterruptedException {
    for (int i = 0; i < 600 && !shows(text); i++) {
      Thread.sleep(50);
      shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(50));
    }
    if (!shows(text)) throw new AssertionError(text + " did not come. Shown is:\n" + text());
  }

  private <V extends View> List<V> views(Class<V> type) {
    List<V> found = new ArrayList<>();
    collect(activity.findViewById(android.R.id.content), type, found);
    return found;
  }

  private static <V extends View> void collect(View view, Class<V> type, List<V> found) {
    if (type.isInstance(view)) found.add(type.cast(view));
    if (!(view instanceof ViewGroup)) return;
    ViewGroup group = (ViewGroup) view;
    for (int i = 0; i < group.getChildCount(); i++) collect(group.getChildAt(i), type, found);
  }

  /** Draws the whole page, if a folder for pictures is set. */
  void draw(String name) throws IOException {
    String folder = System.getProperty("tepat.screens");
    if (folder == null) return;
    ViewGroup content = activity.findViewById(android.R.id.content);
    View page = content.getChildAt(0);
    int width = activity.getResources().getDisplayMetrics().widthPixels;
    int phone = activity.getResources().getDisplayMetrics().heightPixels;
    page.measure(
        View.MeasureSpec.makeMeasureSpec(width, View.MeasureSpec.EXACTLY),
        View.MeasureSpec.makeMeasureSpec(0, View.MeasureSpec.UNSPECIFIED));
    int height = Math.max(page.getMeasuredHeight(), phone);
    page.measure(
        View.MeasureSpec.makeMeasureSpec(width, View.MeasureSpec.EXACTLY),
        View.MeasureSpec.makeMeasureSpec(height, View.MeasureSpec.EXACTLY));
    page.layout(0, 0, width, height);
    Bitmap picture = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    page.draw(new Canvas(picture));
    new File(folder).mkdirs();
    try (FileOutputStream out = new FileOutputStream(new File(folder, name + ".png"))) {
      picture.compress(Bitmap.CompressFormat.PNG, 100, out);
    }
  }
}
