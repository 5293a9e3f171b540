<?php
/**
 * The actions of a customer and an admin in a shop, for the test. WooCommerce's pages are not
 * needed.
 *
 * @package Tepat
 */

add_action(
	'rest_api_init',
	static function () {
		$routes = array(
			'POST /checkout'                      => static function ( $request ) {
				$order_id = WC_Order::create( stand_in_order_row( $request ) );
				return stand_in_pay( $order_id );
			},
			// Imitates the block checkout before WooCommerce 8: notices are dropped, and the message of an exception is shown.
			'POST /blocks/checkout'               => static function ( $request ) {
				$order_id = WC_Order::create( stand_in_order_row( $request ) );
				try {
					$answer = WC()->payment_gateways()->get_available_payment_gateways()['tepat']->process_payment( $order_id );
				} catch ( Exception $problem ) {
					return array(
						'order_id' => $order_id,
						'message'  => $problem->getMessage(),
					);
				}
				return array(
					'order_id' => $order_id,
					'status'   => 'success' === $answer['result'] ? 'success' : 'failure',
					'redirect' => $answer['redirect'],
				);
			},
			'POST /orders/(?P<id>\d+)/pay'        => static function ( $request ) {
				return stand_in_pay( (int) $request['id'] );
			},
			'GET /orders'                         => static function () {
				global $wpdb;
				return array(
					'count' => (int) $wpdb->get_var( "SELECT count(*) FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order'" ),
					'stock' => (int) get_option( 'stand_in_stock' ),
				);
			},
			'GET /orders/(?P<id>\d+)'             => static function ( $request ) {
				$order = wc_get_order( $request['id'] );
				return array(
					'status'         => $order->get_status(),
					'transaction_id' => $order->get_transaction_id(),
					'notes'          => $order->get_notes(),
					'codes'          => array_values( array_filter( (array) $order->get_meta( '_tepat_codes' ) ) ),
					'can_be_paid'    => in_array( $order->get_status(), apply_filters( 'woocommerce_valid_order_statuses_for_payment', array( 'pending', 'failed' ), $order ), true ),
					'post_meta'      => get_post_meta( $order->get_id() ),
					'refunded'       => array_map(
						static function ( $refund ) {
							return (float) $refund->get_amount();
						},
						$order->get_refunds()
					),
				);
			},
			'POST /orders/(?P<id>\d+)/status'     => static function ( $request ) {
				$order = wc_get_order( $request['id'] );
				if ( $request['method'] ) {
					$order->set_payment_method( $request['method'] );
				}
				$order->update_status( $request['status'] );
				return true;
			},
			// Runs WooCommerce's actions before an order goes to the trash or is deleted.
			'POST /orders/(?P<id>\d+)/(?P<end>trash|delete)' => static function ( $request ) {
				do_action( "woocommerce_before_{$request['end']}_order", (int) $request['id'], wc_get_order( $request['id'] ) );
				return true;
			},
			'POST /orders/(?P<id>\d+)/total'      => static function ( $request ) {
				$order = wc_get_order( $request['id'] );
				$order->set_total( $request['total'] );
				$order->save();
				return true;
			},
			'POST /orders/(?P<id>\d+)/refund'     => static function ( $request ) {
				return ! is_wp_error(
					wc_create_refund(
						array(
							'order_id' => (int) $request['id'],
							'amount'   => $request['amount'],
						)
					)
				);
			},
			'GET /orders/(?P<id>\d+)/thank-you'   => static function ( $request ) {
				ob_start();
				WC()->payment_gateways();
				do_action( 'woocommerce_thankyou_tepat', (int) $request['id'] );
				return ob_get_clean();
			},
			'GET /orders/(?P<id>\d+)/email'       => static function ( $request ) {
				ob_start();
				WC()->payment_gateways();
				do_action( 'woocommerce_email_before_order_table', wc_get_order( $request['id'] ), false, true );
				return ob_get_clean();
			},
			'GET /blocks'                         => static function () {
				$registry = new class() {
					public $all = array();
					public function register( $integration ) {
						$integration->initialize();
						$this->all[] = array(
							'name'      => $integration->get_name(),
							'is_active' => $integration->is_active(),
							'data'      => $integration->get_payment_method_data(),
							'scripts'   => array_map(
								static function ( $handle ) {
									return wp_scripts()->registered[ $handle ]->src;
								},
								$integration->get_payment_method_script_handles()
							),
						);
					}
				};
				do_action( 'woocommerce_blocks_payment_method_type_registration', $registry );
				return array(
					'methods'  => $registry->all,
					'declared' => \Automattic\WooCommerce\Utilities\FeaturesUtil::$declared,
				);
			},
			'POST /settings'                      => static function ( $request ) {
				foreach ( $request->get_json_params() as $name => $value ) {
					update_option( $name, is_array( $value ) ? array_merge( (array) get_option( $name, array() ), $value ) : $value );
				}
				return true;
			},
			// Runs every job as if it were due.
			'POST /cron-is-due'                   => static function () {
				$due = array();
				foreach ( _get_cron_array() as $time => $hooks ) {
					foreach ( $hooks as $hook => $events ) {
						foreach ( 0 === strpos( $hook, 'tepat_' ) ? $events : array() as $event ) {
							wp_unschedule_event( $time, $hook, $event['args'] );
							$event['schedule'] ? wp_schedule_event( time() - 1, $event['schedule'], $hook, $event['args'] ) : wp_schedule_single_event( time() - 1, $hook, $event['args'] );
							$due[] = $hook;
						}
					}
				}
				return $due;
			},
		);
		foreach ( $routes as $name => $callback ) {
			list( $method, $path ) = explode( ' ', $name );
			register_rest_route(
				'stand-in/v1',
				$path,
				array(
					'methods'             => $method,
					'callback'            => $callback,
					'permission_callback' => '__return_true',
				)
			);
		}
	}
);

function stand_in_order_row( $request ) {
	return array(
		'total_amount'   => $request['total'],
		'payment_method' => 'tepat',
		'billing_name'   => 'Siti Rahayu',
		'billing_email'  => 'siti@example.com',
		'billing_phone'  => '',
	);
}

function stand_in_pay( $order_id ) {
	$available = WC()->payment_gateways()->get_available_payment_gateways();
	if ( ! isset( $available['tepat'] ) ) {
		return array( 'result' => 'not offered' );
	}
	try {
		$answer = $available['tepat']->process_payment( $order_id );
	} catch ( Exception $problem ) {
		wc_add_notice( $problem->getMessage(), 'error' );
		$answer = array( 'result' => 'failure' );
	}
	return $answer + array(
		'order_id'   => $order_id,
		'notices'    => WC()->notices,
		'cart_empty' => WC()->cart->is_empty,
	);
}

// Imitates a copy of the shop's database at another address.
add_filter(
	'option_home',
	static function ( $home ) {
		return get_option( 'stand_in_home', '' ) ?: $home;
	},
	20
);

// The test's relay is between the gateway and the shop.
add_filter(
	'tepat_invoice_fields',
	static function ( $fields ) {
		return array_merge( $fields, array_filter( (array) get_option( 'stand_in_invoice_fields', array() ) ) );
	}
);

// Imitates another plugin that takes time here, so that simultaneous webhooks overlap.
add_action(
	'woocommerce_pre_payment_complete',
	static function () {
		usleep( 300000 );
	}
);
