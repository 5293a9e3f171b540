<?php
/**
 * Classes of WooCommerce, reduced to what the plugin's test needs.
 *
 * @package Tepat
 */

namespace Automattic\WooCommerce\Utilities {
	class FeaturesUtil {
		public static $declared = array();
		public static function declare_compatibility( $feature, $file, $positive = true ) {
			self::$declared[ $feature ] = $positive;
		}
	}
}

namespace {

	class WooCommerce {
		public $cart;
		public $notices = array();
		private $gateways;
		private static $only;

		public static function instance() {
			self::$only = self::$only ? self::$only : new self();
			return self::$only;
		}
		public function __construct() {
			$this->cart = new class() {
				public $is_empty = false;
				public function empty_cart() {
					$this->is_empty = true;
				}
			};
		}
		public function payment_gateways() {
			$this->gateways = $this->gateways ? $this->gateways : new class() {
				private $all = array();
				public function __construct() {
					foreach ( apply_filters( 'woocommerce_payment_gateways', array() ) as $class ) {
						$gateway                   = new $class();
						$this->all[ $gateway->id ] = $gateway;
					}
				}
				public function payment_gateways() {
					return $this->all;
				}
				public function get_available_payment_gateways() {
					return array_filter(
						$this->all,
						static function ( $gateway ) {
							return $gateway->is_available();
						}
					);
				}
			};
			return $this->gateways;
		}
	}

	class WC_Admin_Settings {
		public static $lines = array();
		public static function add_message( $text ) {
			self::$lines[] = array( 'updated', $text );
		}
		public static function add_error( $text ) {
			self::$lines[] = array( 'error', $text );
		}
	}

	abstract class WC_Settings_API {
		public $id          = '';
		public $settings    = array();
		public $form_fields = array();
		protected $errors   = array();

		public function get_errors() {
			return $this->errors;
		}
		public function init_settings() {
			$saved          = get_option( "woocommerce_{$this->id}_settings", null );
			$this->settings = is_array( $saved ) ? $saved : wp_list_pluck( $this->form_fields, 'default' );
		}
		public function get_option( $key, $empty_value = null ) {
			$value = isset( $this->settings[ $key ] ) ? $this->settings[ $key ] : ( isset( $this->form_fields[ $key ]['default'] ) ? $this->form_fields[ $key ]['default'] : '' );
			return '' === $value && null !== $empty_value ? $empty_value : $value;
		}
		public function process_admin_options() {
			$this->init_settings();
			foreach ( $this->form_fields as $key => $field ) {
				try {
					$this->settings[ $key ] = $this->field_value( $key, $field );
				} catch ( Exception $problem ) {
					$this->errors[] = $problem->getMessage();
				}
			}
			return update_option( "woocommerce_{$this->id}_settings", $this->settings, 'yes' );
		}
		private function field_value( $key, $field ) {
			$value = isset( $_POST[ "woocommerce_{$this->id}_$key" ] ) ? $_POST[ "woocommerce_{$this->id}_$key" ] : null;
			if ( method_exists( $this, "validate_{$key}_field" ) ) {
				return $this->{"validate_{$key}_field"}( $key, $value );
			}
			if ( 'checkbox' === $field['type'] ) {
				return null === $value ? 'no' : 'yes';
			}
			if ( 'password' === $field['type'] ) {
				return trim( stripslashes( (string) $value ) );
			}
			return 'select' === $field['type'] ? sanitize_text_field( stripslashes( (string) $value ) ) : wp_kses_post( trim( stripslashes( (string) $value ) ) );
		}
		public function admin_options() {
			foreach ( $this->form_fields as $key => $field ) {
				echo '<label>' . esc_html( $field['title'] ) . '</label>';
				if ( 'select' === $field['type'] ) {
					foreach ( $field['options'] as $value => $label ) {
						echo '<option value="' . esc_attr( $value ) . '">' . esc_html( $label ) . '</option>';
					}
				} else {
					echo '<input name="' . esc_attr( "woocommerce_{$this->id}_$key" ) . '" value="' . esc_attr( $this->get_option( $key ) ) . '">';
				}
			}
		}
	}

	abstract class WC_Payment_Gateway extends WC_Settings_API {
		public $title;
		public $description;
		public $enabled = 'yes';
		public $has_fields;
		public $method_title;
		public $method_description;
		public $supports = array( 'products' );

		public function is_available() {
			return 'yes' === $this->enabled;
		}
		public function get_return_url( $order = null ) {
			return $order->get_checkout_order_received_url();
		}
	}

	class WC_Order_Refund {
		private $row;
		private $meta = array();

		public function __construct( array $row ) {
			$this->row  = $row;
			$this->meta = isset( $row['id'] ) ? WC_Order::meta_of( $row['id'] ) : array();
		}
		public function get_id() {
			return (int) $this->row['id'];
		}
		public function get_amount() {
			return $this->row['total_amount'];
		}
		public function get_meta( $key ) {
			return isset( $this->meta[ $key ] ) ? $this->meta[ $key ] : '';
		}
		public function update_meta_data( $key, $value ) {
			$this->meta[ $key ] = $value;
		}
		public function save() {
			global $wpdb;
			$this->row['id'] = WC_Order::create( $this->row );
			foreach ( $this->meta as $key => $value ) {
				$wpdb->insert(
					"{$wpdb->prefix}wc_orders_meta",
					array(
						'order_id'   => $this->row['id'],
						'meta_key'   => $key,
						'meta_value' => maybe_serialize( $value ),
					)
				);
			}
			return $this->get_id();
		}
	}

	class WC_Order {
		private $row;
		private $meta       = array();
		private $changed    = array();
		private $transition = null;

		/** A refund is an order of another type, as in WooCommerce. */
		public static function load( $id ) {
			global $wpdb;
			$row = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM {$wpdb->prefix}wc_orders WHERE id = %d", $id ), ARRAY_A );
			if ( ! $row ) {
				return false;
			}
			if ( 'shop_order_refund' === $row['type'] ) {
				return new WC_Order_Refund( $row );
			}
			$order       = new self();
			$order->row  = $row;
			$order->meta = self::meta_of( $id );
			return $order;
		}
		public static function meta_of( $id ) {
			global $wpdb;
			$rows = $wpdb->get_results( $wpdb->prepare( "SELECT meta_key, meta_value FROM {$wpdb->prefix}wc_orders_meta WHERE order_id = %d", $id ) );
			return array_map( 'maybe_unserialize', array_column( $rows, 'meta_value', 'meta_key' ) );
		}
		public static function create( array $row ) {
			global $wpdb;
			$wpdb->insert(
				"{$wpdb->prefix}wc_orders",
				$row + array(
					'type'           => 'shop_order',
					'status'         => 'pending',
					'currency'       => get_woocommerce_currency(),
					'transaction_id' => '',
					'stock_reduced'  => 0,
				)
			);
			return $wpdb->insert_id;
		}
		public function get_remaining_refund_amount() {
			$refunded = 0;
			foreach ( $this->get_refunds() as $refund ) {
				$refunded += $refund->get_amount();
			}
			return number_format( $this->get_total() - $refunded, 2, '.', '' );
		}
		public function get_refunds() {
			global $wpdb;
			$ids = $wpdb->get_col( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order_refund' AND parent_order_id = %d ORDER BY id", $this->get_id() ) );
			return array_map( array( __CLASS__, 'load' ), $ids );
		}
		public function get_id() {
			return (int) $this->row['id'];
		}
		public function get_status() {
			return $this->row['status'];
		}
		public function has_status( $status ) {
			return in_array( $this->row['status'], (array) $status, true );
		}
		public function get_total() {
			return $this->row['total_amount'];
		}
		public function set_total( $total ) {
			$this->row['total_amount'] = $total;
		}
		public function get_currency() {
			return $this->row['currency'];
		}
		public function get_payment_method() {
			return $this->row['payment_method'];
		}
		public function set_payment_method( $method ) {
			$this->row['payment_method'] = $method;
		}
		public function get_transaction_id() {
			return $this->row['transaction_id'];
		}
		public function get_billing_email() {
			return (string) $this->row['billing_email'];
		}
		public function get_billing_phone() {
			return (string) $this->row['billing_phone'];
		}
		public function get_formatted_billing_full_name() {
			return (string) $this->row['billing_name'];
		}
		public function get_checkout_order_received_url() {
			return home_url( "/?rest_route=/stand-in/v1/orders/{$this->row['id']}/thank-you" );
		}
		public function get_meta( $key ) {
			return isset( $this->meta[ $key ] ) ? $this->meta[ $key ] : '';
		}
		public function update_meta_data( $key, $value ) {
			$this->meta[ $key ]    = $value;
			$this->changed[ $key ] = true;
		}
		public function set_status( $to, $note = '' ) {
			if ( $to !== $this->row['status'] ) {
				$this->transition    = array( $this->row['status'], $to, $note );
				$this->row['status'] = $to;
			} elseif ( '' !== $note ) {
				$this->add_order_note( $note );
			}
		}
		public function update_status( $to, $note = '' ) {
			$this->set_status( $to, $note );
			$this->save();
			return true;
		}
		public function save() {
			global $wpdb;
			$wpdb->update( "{$wpdb->prefix}wc_orders", $this->row, array( 'id' => $this->row['id'] ) );
			foreach ( array_keys( $this->changed ) as $key ) {
				$place = array(
					'order_id' => $this->row['id'],
					'meta_key' => $key,
				);
				$wpdb->delete( "{$wpdb->prefix}wc_orders_meta", $place );
				$wpdb->insert( "{$wpdb->prefix}wc_orders_meta", $place + array( 'meta_value' => maybe_serialize( $this->meta[ $key ] ) ) );
			}
			$this->changed = array();
			if ( null !== $this->transition ) {
				list( $from, $to, $note ) = $this->transition;
				$this->transition         = null;
				do_action( "woocommerce_order_status_$to", $this->get_id(), $this );
				$this->add_order_note( trim( "$note Order status changed from $from to $to." ) );
				do_action( 'woocommerce_order_status_changed', $this->get_id(), $from, $to, $this );
			}
			return $this->get_id();
		}
		public function payment_complete( $transaction_id = '' ) {
			try {
				do_action( 'woocommerce_pre_payment_complete', $this->get_id(), $transaction_id );
				if ( $this->has_status( array( 'on-hold', 'pending', 'failed', 'cancelled' ) ) ) {
					$this->row['transaction_id'] = $transaction_id;
					$this->row['date_paid']      = gmdate( 'Y-m-d H:i:s' );
					$this->set_status( 'processing' );
					$this->save();
					do_action( 'woocommerce_payment_complete', $this->get_id(), $transaction_id );
				} else {
					do_action( 'woocommerce_payment_complete_order_status_' . $this->get_status(), $this->get_id(), $transaction_id );
				}
			} catch ( Exception $problem ) {
				return false;
			}
			return true;
		}
		public function add_order_note( $note, $is_customer_note = 0 ) {
			global $wpdb;
			$wpdb->insert(
				"{$wpdb->prefix}stand_in_notes",
				array(
					'order_id'         => $this->row['id'],
					'note'             => $note,
					'is_customer_note' => $is_customer_note,
				)
			);
		}
		public function get_notes() {
			global $wpdb;
			return $wpdb->get_col( $wpdb->prepare( "SELECT note FROM {$wpdb->prefix}stand_in_notes WHERE order_id = %d AND NOT is_customer_note ORDER BY id", $this->row['id'] ) );
		}
		/** Moves one piece out of the stock or back, once each. */
		public function move_stock( $is_out ) {
			global $wpdb;
			if ( (bool) (int) $this->row['stock_reduced'] === $is_out ) {
				return;
			}
			$this->row['stock_reduced'] = (int) $is_out;
			$wpdb->update( "{$wpdb->prefix}wc_orders", array( 'stock_reduced' => (int) $is_out ), array( 'id' => $this->row['id'] ) );
			update_option( 'stand_in_stock', get_option( 'stand_in_stock' ) + ( $is_out ? -1 : 1 ) );
		}
	}
}
