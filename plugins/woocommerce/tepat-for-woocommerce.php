<?php
/**
 * Plugin Name:          Tepat for WooCommerce
 * Description:          Bank transfer and QRIS to your own account, recognised by an exact amount, through a Tepat gateway that you run yourself.
 * Version:              1.0.0
 * Requires at least:    6.1
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * WC requires at least: 8.2
 * License:              Apache-2.0
 * License URI:          https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:          tepat-for-woocommerce
 * Domain Path:          /languages
 *
 * @package Tepat
 */

defined( 'ABSPATH' ) || exit;

define( 'TEPAT_FILE', __FILE__ );

// These files use neither WordPress nor WooCommerce.
require_once __DIR__ . '/includes/class-tepat-problem.php';
require_once __DIR__ . '/includes/class-tepat-signature.php';
require_once __DIR__ . '/includes/class-tepat-client.php';
require_once __DIR__ . '/includes/class-tepat-invoice-code.php';
require_once __DIR__ . '/includes/class-tepat-invoices.php';
require_once __DIR__ . '/includes/class-tepat-next-step.php';
// These files use both.
require_once __DIR__ . '/includes/class-tepat-settings.php';
require_once __DIR__ . '/includes/class-tepat-orders.php';
require_once __DIR__ . '/includes/class-tepat-checks.php';
require_once __DIR__ . '/includes/class-tepat-webhook.php';
require_once __DIR__ . '/includes/class-tepat-admin.php';

add_action(
	'before_woocommerce_init',
	static function () {
		if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}
);

add_action(
	'plugins_loaded',
	static function () {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-tepat-gateway.php';
		add_filter(
			'woocommerce_payment_gateways',
			static function ( $gateways ) {
				$gateways[] = 'Tepat_Gateway';
				return $gateways;
			}
		);
		Tepat_Orders::register();
		Tepat_Checks::register();
		Tepat_Webhook::register();
		Tepat_Admin::register();
	}
);

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'tepat-for-woocommerce', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);

add_action(
	'woocommerce_blocks_loaded',
	static function () {
		if ( ! class_exists( '\Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-tepat-blocks.php';
		add_action(
			'woocommerce_blocks_payment_method_type_registration',
			static function ( $registry ) {
				$registry->register( new Tepat_Blocks() );
			}
		);
	}
);

register_deactivation_hook( __FILE__, array( 'Tepat_Checks', 'unschedule' ) );
