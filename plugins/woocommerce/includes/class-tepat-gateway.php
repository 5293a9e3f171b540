<?php
/**
 * The payment method.
 *
 * @package Tepat
 */

/**
 * The parts that WooCommerce shows at the checkout, on the settings page, on the thank-you page and in
 * emails.
 */
class Tepat_Gateway extends WC_Payment_Gateway {

	/** Sets the method up. WooCommerce creates the instance. */
	public function __construct() {
		$this->id                 = Tepat_Settings::METHOD;
		$this->has_fields         = false;
		$this->method_title       = __( 'Tepat', 'tepat-for-woocommerce' );
		$this->method_description = __( 'Bank transfer and QRIS to your own account, recognised by an exact amount, through a Tepat gateway that you run yourself.', 'tepat-for-woocommerce' );
		$this->supports           = array( 'products' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		$this->enabled     = $this->get_option( 'enabled' );

		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
		add_action( 'woocommerce_thankyou_' . $this->id, array( $this, 'thank_you' ) );
		add_action( 'woocommerce_email_before_order_table', array( $this, 'email' ), 10, 3 );
	}

	/** Defines the settings. */
	public function init_form_fields(): void {
		$accounts          = get_option( Tepat_Admin::ACCOUNTS, array() );
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => __( 'Switched on', 'tepat-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Customers can pay with Tepat', 'tepat-for-woocommerce' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'   => __( 'Title', 'tepat-for-woocommerce' ),
				'type'    => 'text',
				'default' => __( 'Bank transfer or QRIS', 'tepat-for-woocommerce' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'tepat-for-woocommerce' ),
				'type'    => 'textarea',
				'default' => __( 'Pay the exact amount. Your order is confirmed automatically when the money arrives.', 'tepat-for-woocommerce' ),
			),
			'url'            => array(
				'title'       => __( 'Gateway address', 'tepat-for-woocommerce' ),
				'type'        => 'text',
				'placeholder' => 'https://pay.example.com',
				'default'     => '',
			),
			'api_key'        => array(
				'title'   => __( 'API key', 'tepat-for-woocommerce' ),
				'type'    => 'password',
				'default' => '',
			),
			'webhook_secret' => array(
				'title'       => __( 'Webhook secret', 'tepat-for-woocommerce' ),
				'type'        => 'password',
				'description' => __( 'While you replace the secret, enter both with a comma between them.', 'tepat-for-woocommerce' ),
				'default'     => '',
			),
			'account_id'     => array(
				'title'       => __( 'Account', 'tepat-for-woocommerce' ),
				'type'        => 'select',
				'description' => __( 'The list is filled by the connection test.', 'tepat-for-woocommerce' ),
				'options'     => array( '' => __( 'The first account that takes the amount', 'tepat-for-woocommerce' ) ) + ( is_array( $accounts ) ? $accounts : array() ),
				'default'     => '',
			),
			'hours_to_pay'   => array(
				'title'             => __( 'Hours to pay', 'tepat-for-woocommerce' ),
				'type'              => 'number',
				'description'       => __( 'After this time the order is cancelled, and its goods are released.', 'tepat-for-woocommerce' ),
				'default'           => '24',
				'custom_attributes' => array(
					'min' => '1',
					'max' => (string) Tepat_Settings::MOST_HOURS,
				),
			),
			'after_order'    => array(
				'title'   => __( 'After the order', 'tepat-for-woocommerce' ),
				'type'    => 'select',
				'options' => array(
					'checkout_page' => __( 'Show the gateway\'s checkout page, with QR code and countdown', 'tepat-for-woocommerce' ),
					'thank_you'     => __( 'Show amount and account on the shop\'s thank-you page', 'tepat-for-woocommerce' ),
				),
				'default' => 'checkout_page',
			),
		);
	}

	/**
	 * Returns an HTTP address without a slash at its end. WooCommerce shows the exception's message.
	 *
	 * @param string $key   The setting.
	 * @param string $value The typed text.
	 * @throws Exception If the text is not an address.
	 */
	public function validate_url_field( $key, $value ): string {
		$url = untrailingslashit( esc_url_raw( trim( wp_unslash( (string) $value ) ), array( 'http', 'https' ) ) );
		if ( '' === $url && '' !== trim( (string) $value ) ) {
			throw new Exception( esc_html__( 'The gateway address must begin with https:// or http://.', 'tepat-for-woocommerce' ) );
		}
		return $url;
	}

	/** Saves the settings, and shows whether they work. */
	public function process_admin_options(): bool {
		$is_saved = parent::process_admin_options();
		$result   = Tepat_Admin::test();
		if ( $result['is_good'] ) {
			WC_Admin_Settings::add_message( $result['message'] );
		} else {
			WC_Admin_Settings::add_error( $result['message'] );
		}
		$this->init_form_fields();
		return $is_saved;
	}

	/** Prints the settings page. */
	public function admin_options(): void {
		$result = Tepat_Admin::take_result();
		if ( null !== $result ) {
			printf( '<div class="notice notice-%s inline"><p>%s</p></div>', $result['is_good'] ? 'success' : 'error', esc_html( $result['message'] ) );
		}
		if ( 'IDR' !== get_woocommerce_currency() ) {
			printf( '<div class="notice notice-warning inline"><p>%s</p></div>', esc_html__( 'Customers are not offered Tepat, because the shop\'s currency is not rupiah (IDR).', 'tepat-for-woocommerce' ) );
		}
		parent::admin_options();
		printf(
			'<p><a class="button" href="%s">%s</a> %s <code>%s</code></p>',
			esc_url( Tepat_Admin::test_url() ),
			esc_html__( 'Test the connection', 'tepat-for-woocommerce' ),
			esc_html__( 'The gateway calls:', 'tepat-for-woocommerce' ),
			esc_html( Tepat_Webhook::address() )
		);
	}

	/** Returns whether the checkout offers this method. */
	public function is_available(): bool {
		return parent::is_available() && 'IDR' === get_woocommerce_currency() && Tepat_Settings::are_complete();
	}

	/**
	 * Starts the payment of a new or a waiting order.
	 *
	 * @param int $order_id The order.
	 * @throws Exception With a message for the customer, if the payment cannot begin.
	 */
	public function process_payment( $order_id ): array {
		$order = wc_get_order( $order_id );
		if ( 'IDR' !== $order->get_currency() ) {
			$this->refuse( __( 'Only orders in rupiah can be paid with this method.', 'tepat-for-woocommerce' ) );
		}
		if ( '' === trim( $order->get_billing_email() . $order->get_billing_phone() ) ) {
			$this->refuse( __( 'Please enter an email address or a telephone number.', 'tepat-for-woocommerce' ) );
		}
		try {
			$payment = Tepat_Orders::open_invoice( (int) $order_id );
		} catch ( RuntimeException $problem ) {
			Tepat_Settings::log( "Order $order_id: {$problem->getMessage()}" );
			return $this->recover( $order, $problem );
		}
		if ( WC()->cart ) {
			WC()->cart->empty_cart();
		}
		return array(
			'result'   => 'success',
			'redirect' => 'thank_you' === $this->get_option( 'after_order' ) ? $this->get_return_url( wc_get_order( $order_id ) ) : $payment['payment_checkout_url'],
		);
	}

	/**
	 * Throws the message for the customer if there is no invoice.
	 *
	 * @param WC_Order         $order   The order.
	 * @param RuntimeException $problem The reason why there is no invoice to pay.
	 * @throws Exception With the message for the customer.
	 */
	private function recover( WC_Order $order, RuntimeException $problem ): array {
		$reason = $problem instanceof Tepat_Problem ? $problem->reason : '';
		if ( Tepat_Problem::PAID_ALREADY === $reason ) {
			try {
				Tepat_Orders::look( $order->get_id() );
			} catch ( RuntimeException $later ) {
				Tepat_Settings::log( "Order {$order->get_id()}: {$later->getMessage()}" );
			}
			return array(
				'result'   => 'success',
				'redirect' => $this->get_return_url( wc_get_order( $order->get_id() ) ),
			);
		}
		if ( Tepat_Problem::AWAY === $reason ) {
			$this->refuse( __( 'Bank transfer cannot be started at the moment. Nothing was charged. Please try again in a few minutes.', 'tepat-for-woocommerce' ) );
		}
		$this->refuse( __( 'Bank transfer is not available for this order at the moment. Nothing was charged. Please choose another way to pay.', 'tepat-for-woocommerce' ) );
	}

	/**
	 * Keeps the customer at the checkout by throwing an exception, because every checkout of WooCommerce shows an
	 * exception's message. Before WooCommerce 8, the block checkout dropped notices, and PHP printed a warning after a
	 * refusal without `redirect`.
	 *
	 * @param string $notice A sentence.
	 * @throws Exception With the notice.
	 */
	private function refuse( string $notice ): void {
		throw new Exception( esc_html( $notice ) );
	}

	/**
	 * Shows the total and the account on the thank-you page.
	 *
	 * @param int $order_id The order.
	 */
	public function thank_you( $order_id ): void {
		$order = wc_get_order( $order_id );
		$shown = $order ? Tepat_Orders::shown( $order ) : null;
		if ( null === $shown ) {
			return;
		}
		echo '<section class="tepat-payment"><h2>' . esc_html__( 'Pay exactly this amount', 'tepat-for-woocommerce' ) . '</h2><dl>';
		foreach ( $this->lines( $shown ) as $label => $value ) {
			echo '<dt>' . esc_html( $label ) . '</dt><dd><strong>' . esc_html( $value ) . '</strong></dd>';
		}
		echo '</dl><p><a class="button" href="' . esc_url( $shown['payment_checkout_url'] ) . '">' . esc_html__( 'Show QR code, steps and time left', 'tepat-for-woocommerce' ) . '</a></p></section>';
	}

	/**
	 * Adds the total and the account to the customer's email.
	 *
	 * @param WC_Order $order         The order.
	 * @param bool     $sent_to_admin To the shop's admin.
	 * @param bool     $plain_text    Without HTML.
	 */
	public function email( $order, $sent_to_admin, $plain_text = false ): void {
		$shown = ! $sent_to_admin && $order instanceof WC_Order ? Tepat_Orders::shown( $order ) : null;
		if ( null === $shown ) {
			return;
		}
		if ( ! $plain_text ) {
			$this->thank_you( $order->get_id() );
			return;
		}
		echo esc_html( wp_strip_all_tags( __( 'Pay exactly this amount', 'tepat-for-woocommerce' ) ) ) . "\n";
		foreach ( $this->lines( $shown ) as $label => $value ) {
			echo esc_html( "$label: $value" ) . "\n";
		}
		echo esc_url( $shown['payment_checkout_url'] ) . "\n\n";
	}

	/**
	 * Returns the labels and values that the customer needs.
	 *
	 * @param array $shown See Tepat_Orders.
	 */
	private function lines( array $shown ): array {
		$lines = array(
			__( 'Total', 'tepat-for-woocommerce' ) => Tepat_Settings::rupiah( $shown['payment_total'] ),
			__( 'Bank', 'tepat-for-woocommerce' )  => (string) $shown['channel_name'],
		);
		if ( 'TRANSFER' === $shown['channel_type'] ) {
			$lines[ __( 'Account number', 'tepat-for-woocommerce' ) ] = (string) $shown['account_number'];
			$lines[ __( 'Account holder', 'tepat-for-woocommerce' ) ] = (string) $shown['account_name'];
		}
		$lines[ __( 'Pay before', 'tepat-for-woocommerce' ) ] = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ) . ' T', strtotime( $shown['payment_expired_at'] ) );
		return array_filter( $lines );
	}
}
