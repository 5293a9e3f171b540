<?php
/**
 * Receives the gateway's webhooks.
 *
 * @package Tepat
 */

/** A route of WordPress's REST API. The signature is its only credential. */
class Tepat_Webhook {

	/** Adds the route. */
	public static function register(): void {
		add_action(
			'rest_api_init',
			static function () {
				register_rest_route(
					'tepat/v1',
					'/webhook',
					array(
						'methods'             => 'POST',
						'callback'            => array( __CLASS__, 'receive' ),
						'permission_callback' => array( __CLASS__, 'is_genuine' ),
					)
				);
			}
		);
	}

	/** Returns the webhook URL, which every invoice contains. */
	public static function address(): string {
		return rest_url( 'tepat/v1/webhook' );
	}

	/**
	 * Returns true if the gateway has signed these bytes.
	 *
	 * @param WP_REST_Request $request The request.
	 * @return true|WP_Error
	 */
	public static function is_genuine( WP_REST_Request $request ) {
		$is_genuine = Tepat_Signature::is_genuine(
			Tepat_Settings::secrets(),
			(string) $request->get_header( 'webhook-id' ),
			(string) $request->get_header( 'webhook-timestamp' ),
			(string) $request->get_header( 'webhook-signature' ),
			$request->get_body(),
			time()
		);
		return $is_genuine ? true : new WP_Error( 'tepat_signature', __( 'The webhook\'s signature is not valid. Compare the webhook secret in the shop\'s settings with the gateway\'s, and the clocks of both.', 'tepat-for-woocommerce' ), array( 'status' => 401 ) );
	}

	/**
	 * Checks the invoice in the event. The gateway resends the event after any response other than 2xx.
	 *
	 * @param WP_REST_Request $request The request.
	 */
	public static function receive( WP_REST_Request $request ): WP_REST_Response {
		$event    = json_decode( $request->get_body(), true );
		$code     = is_array( $event ) && is_string( $event['data']['payment_code'] ?? null ) ? $event['data']['payment_code'] : '';
		$order_id = Tepat_Invoice_Code::order_id( $code );
		if ( null === $order_id ) {
			return new WP_REST_Response( null, 204 );
		}
		try {
			Tepat_Orders::look( $order_id, $code );
		} catch ( RuntimeException $problem ) {
			Tepat_Settings::log( "Webhook for invoice $code: {$problem->getMessage()}" );
			return new WP_REST_Response( array( 'message' => 'The invoice could not be looked at now. Send the webhook again.' ), 503 );
		}
		return new WP_REST_Response( null, 204 );
	}
}
