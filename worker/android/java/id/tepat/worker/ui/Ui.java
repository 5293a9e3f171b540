package id.tepat.worker.ui;

import android.app.Activity;
import android.content.Context;
import android.content.res.ColorStateList;
import android.graphics.Insets;
import android.graphics.Typeface;
import android.graphics.drawable.GradientDrawable;
import android.graphics.drawable.RippleDrawable;
import android.os.Build;
import android.text.InputType;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.view.WindowInsets;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;
import id.tepat.worker.R;

/** The elements of every screen: large type, one column, large touch targets. */
public final class Ui {
  private final Context context;
  private final LinearLayout column;

  /** Returns a scrolling page with its title. */
  public static Ui page(Activity activity) {
    Ui ui = new Ui(activity, column(activity));
    ui.column.setPadding(ui.dp(20), ui.dp(20), ui.dp(20), ui.dp(32));
    ScrollView scroll = new ScrollView(activity);
    scroll.setBackgroundColor(activity.getColor(R.color.page));
    scroll.setFillViewport(true);
    scroll.addView(ui.column);
    keepOffTheBars(scroll);
    activity.setContentView(scroll);
    return ui;
  }

  /**
   * Adds space around the page. From Android 15 on, the page is drawn behind the bars, the camera and the keyboard.
   * Earlier versions lay it out between them.
   */
  private static void keepOffTheBars(View page) {
    if (Build.VERSION.SDK_INT < 30) return;
    int covering =
        WindowInsets.Type.systemBars() | WindowInsets.Type.displayCutout() | WindowInsets.Type.ime();
    page.setOnApplyWindowInsetsListener(
        (view, insets) -> {
          Insets covered = insets.getInsets(covering);
          view.setPadding(covered.left, covered.top, covered.right, covered.bottom);
          return WindowInsets.CONSUMED;
        });
  }

  private static LinearLayout column(Context context) {
    LinearLayout column = new LinearLayout(context);
    column.setOrientation(LinearLayout.VERTICAL);
    return column;
  }

  private Ui(Context context, LinearLayout column) {
    this.context = context;
    this.column = column;
  }

  public void clear() {
    column.removeAllViews();
  }

  /** Adds a rounded card for other elements. */
  public Ui card(int color) {
    LinearLayout card = column(context);
    card.setBackground(rounded(context.getColor(color), 20));
    card.setPadding(dp(20), dp(18), dp(20), dp(18));
    add(card, 0, 12);
    return new Ui(context, card);
  }

  public TextView title(CharSequence text) {
    TextView view = text(text, 28, R.color.ink);
    view.setTypeface(Typeface.create("sans-serif", Typeface.BOLD));
    if (Build.VERSION.SDK_INT >= 28) view.setAccessibilityHeading(true);
    return add(view, 4, 12);
  }

  private TextView add(TextView view, int above, int below) {
    add((View) view, above, below);
    return view;
  }

  public TextView headline(CharSequence text, int color) {
    TextView view = text(text, 26, color);
    view.setTypeface(Typeface.create("sans-serif", Typeface.BOLD));
    return add(view, 0, 4);
  }

  public TextView section(CharSequence text) {
    TextView view = text(text, 15, R.color.quiet);
    view.setTypeface(Typeface.create("sans-serif-medium", Typeface.NORMAL));
    return add(view, 12, 8);
  }

  public TextView body(CharSequence text) {
    return body(text, R.color.ink);
  }

  public TextView body(CharSequence text, int color) {
    return add(text(text, 17, color), 2, 10);
  }

  public TextView small(CharSequence text) {
    return add(text(text, 15, R.color.quiet), 0, 2);
  }

  /** Adds a name and its current value. */
  public void fact(CharSequence name, CharSequence value) {
    LinearLayout row = new LinearLayout(context);
    row.setGravity(Gravity.CENTER_VERTICAL);
    TextView left = text(name, 16, R.color.quiet);
    TextView right = text(value, 17, R.color.ink);
    right.setGravity(Gravity.END);
    row.addView(left, new LinearLayout.LayoutParams(0, LayoutParams.WRAP_CONTENT, 1));
    row.addView(right, new LinearLayout.LayoutParams(0, LayoutParams.WRAP_CONTENT, 1));
    add(row, 6, 6);
  }

  public void line() {
    View line = new View(context);
    line.setBackgroundColor(context.getColor(R.color.line));
    LinearLayout.LayoutParams params = new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, dp(1));
    params.setMargins(0, dp(8), 0, dp(8));
    column.addView(line, params);
  }

  public EditText field(CharSequence hint) {
    EditText field = new EditText(context);
    field.setHint(hint);
    field.setTextSize(18);
    field.setSingleLine();
    field.setTextColor(context.getColor(R.color.ink));
    field.setHintTextColor(context.getColor(R.color.quiet));
    field.setInputType(
        InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_URI | InputType.TYPE_TEXT_FLAG_NO_SUGGESTIONS);
    field.setBackground(rounded(context.getColor(R.color.card), 14));
    field.setPadding(dp(16), dp(16), dp(16), dp(16));
    add(field, 4, 8);
    return field;
  }

  /** Adds the button for the main action. */
  public Button primary(CharSequence text, Runnable whenPressed) {
    return button(text, R.color.brand, R.color.on_brand, whenPressed);
  }

  public Button quiet(CharSequence text, Runnable whenPressed) {
    return button(text, R.color.card, R.color.good, whenPressed);
  }

  private Button button(CharSequence text, int background, int color, Runnable whenPressed) {
    Button button = new Button(context);
    button.setText(text);
    button.setAllCaps(false);
    button.setTextSize(18);
    button.setTextColor(context.getColor(color));
    button.setStateListAnimator(null);
    button.setMinHeight(dp(56));
    button.setPadding(dp(16), dp(12), dp(16), dp(12));
    button.setBackground(
        new RippleDrawable(
            ColorStateList.valueOf(context.getColor(R.color.line)),
            rounded(context.getColor(background), 28),
            null));
    button.setOnClickListener(view -> whenPressed.run());
    add(button, 6, 6);
    return button;
  }

  private TextView text(CharSequence text, int size, int color) {
    TextView view = new TextView(context);
    view.setText(text);
    view.setTextSize(size);
    view.setLineSpacing(0, 1.15f);
    view.setTextColor(context.getColor(color));
    return view;
  }

  private void add(View view, int above, int below) {
    LinearLayout.LayoutParams params =
        new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT);
    params.setMargins(0, dp(above), 0, dp(below));
    column.addView(view, params);
  }

  private GradientDrawable rounded(int color, int radius) {
    GradientDrawable shape = new GradientDrawable();
    shape.setColor(color);
    shape.setCornerRadius(dp(radius));
    return shape;
  }

  private int dp(int value) {
    return Math.round(value * context.getResources().getDisplayMetrics().density);
  }
}
