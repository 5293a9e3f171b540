<?php
/**
 * Plugin Name: Stand-in for WooCommerce
 * Description: The smallest part of WooCommerce that the plugin's test needs. It is for that test alone: its routes ask for no credential.
 * Version:     0.0.0
 *
 * Orders have their own tables and no post, as with HPOS, so code that reads post meta finds nothing. This code does the same as
 * WooCommerce 9, in the same order (data store, then hooks), and nothing more.
 *
 * @package Tepat
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/classes.php';
require_once __DIR__ . '/blocks.php';
require_once __DIR__ . '/routes.php';

function WC() {
	return WooCommerce::instance();
}

function wc_get_order( $id ) {
	return WC_Order::load( $id instanceof WC_Order ? $id->get_id() : (int) $id );
}

/** Like WooCommerce's function: a separate row, and in total at most the order's total. */
function wc_create_refund( $args ) {
	$order = wc_get_order( $args['order_id'] );
	if ( 0 > $args['amount'] || $args['amount'] > $order->get_remaining_refund_amount() ) {
		return new WP_Error( 'error', 'Invalid refund amount.' );
	}
	$refund = new WC_Order_Refund(
		array(
			'type'            => 'shop_order_refund',
			'parent_order_id' => $order->get_id(),
			'total_amount'    => $args['amount'],
		)
	);
	do_action( 'woocommerce_create_refund', $refund, $args );
	$refund->save();
	do_action( 'woocommerce_order_refunded', $order->get_id(), $refund->get_id() );
	return $refund;
}

function wc_get_orders( array $query ) {
	global $wpdb;
	$statuses = array_map(
		static function ( $status ) {
			return preg_replace( '/^wc-/', '', $status );
		},
		(array) $query['status']
	);
	$marks    = implode( ',', array_fill( 0, count( $statuses ), '%s' ) );
	return array_map(
		'intval',
		$wpdb->get_col(
			$wpdb->prepare(
				"SELECT id FROM {$wpdb->prefix}wc_orders WHERE type = %s AND payment_method = %s AND status IN ($marks) ORDER BY id LIMIT %d OFFSET %d",
				array_merge( array( $query['type'], $query['payment_method'] ), $statuses, array( $query['limit'], $query['offset'] ) )
			)
		)
	);
}

function wc_add_notice( $message, $type = 'success' ) {
	WC()->notices[] = compact( 'message', 'type' );
}

function wc_get_logger() {
	return new class() {
		public function error( $message, $context = array() ) {
			error_log( "[{$context['source']}] $message" );
		}
	};
}

function get_woocommerce_currency() {
	return get_option( 'woocommerce_currency', 'IDR' );
}

register_activation_hook(
	__FILE__,
	static function () {
		global $wpdb;
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}wc_orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, parent_order_id BIGINT, type VARCHAR(20), status VARCHAR(20), currency VARCHAR(3), total_amount DECIMAL(26,8), payment_method VARCHAR(100), billing_name TEXT, billing_email VARCHAR(320), billing_phone VARCHAR(100), transaction_id VARCHAR(100), date_paid DATETIME, stock_reduced BOOLEAN)" );
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}wc_orders_meta (id BIGINT AUTO_INCREMENT PRIMARY KEY, order_id BIGINT, meta_key VARCHAR(255), meta_value LONGTEXT)" );
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}stand_in_notes (id BIGINT AUTO_INCREMENT PRIMARY KEY, order_id BIGINT, note TEXT, is_customer_note BOOLEAN)" );
		get_role( 'administrator' )->add_cap( 'manage_woocommerce' );
		update_option( 'stand_in_stock', 100 );
	}
);

// Like wc_maybe_reduce_stock_levels() and wc_maybe_increase_stock_levels().
add_action(
	'woocommerce_order_status_changed',
	static function ( $order_id, $from, $to, WC_Order $order ) {
		if ( in_array( $to, array( 'on-hold', 'processing', 'completed' ), true ) ) {
			$order->move_stock( true );
		} elseif ( in_array( $to, array( 'cancelled', 'pending' ), true ) ) {
			$order->move_stock( false );
		}
	},
	1,
	4
);

add_action(
	'plugins_loaded',
	static function () {
		do_action( 'before_woocommerce_init' );
	},
	1
);
add_action(
	'init',
	static function () {
		do_action( 'woocommerce_blocks_loaded' );
	},
	1
);

add_action(
	'admin_menu',
	static function () {
		add_menu_page( 'WooCommerce', 'WooCommerce', 'manage_woocommerce', 'wc-settings', 'stand_in_settings_page' );
	}
);

function stand_in_settings_page() {
	if ( isset( $_POST['save'] ) ) {
		check_admin_referer( 'woocommerce-settings' );
		WC()->payment_gateways();
		do_action( 'woocommerce_update_options_payment_gateways_' . $_GET['section'] );
	}
	$gateway = WC()->payment_gateways()->payment_gateways()[ $_GET['section'] ];
	foreach ( $gateway->get_errors() as $error ) {
		WC_Admin_Settings::add_error( $error );
	}
	foreach ( WC_Admin_Settings::$lines as list( $kind, $text ) ) {
		echo '<div class="' . esc_attr( $kind ) . '">' . esc_html( $text ) . '</div>';
	}
	echo '<form method="post">';
	wp_nonce_field( 'woocommerce-settings' );
	$gateway->admin_options();
	echo '<button name="save" value="1">Save</button></form>';
}
