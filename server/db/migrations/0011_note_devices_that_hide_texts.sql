-- When a phone last hid the text of a watched app (Android 15 and later), so that its merchant can be told.

alter table devices add column hidden_text_at timestamptz;
