#!/usr/bin/env bash
# Updates the translations with the plugin's texts, with GNU gettext.
set -euo pipefail
cd "$(dirname "$0")"
xgettext --language=PHP --from-code=UTF-8 --keyword=__ --keyword=esc_html__ --add-comments=translators --no-location --sort-output \
  --package-name="Tepat for WooCommerce" --copyright-holder="" --output=languages/tepat-for-woocommerce.pot ./*.php includes/*.php
# Remove the date, because it would change every time.
sed -i '/^"POT-Creation-Date/d; /^"PO-Revision-Date/d; s/charset=CHARSET/charset=UTF-8/; 1,/^#, fuzzy/{/^#/d}' languages/tepat-for-woocommerce.pot
msgmerge --quiet --no-fuzzy-matching --sort-output --update --backup=none languages/tepat-for-woocommerce-id_ID.po languages/tepat-for-woocommerce.pot
msgfmt --check-format --output-file=languages/tepat-for-woocommerce-id_ID.mo languages/tepat-for-woocommerce-id_ID.po
