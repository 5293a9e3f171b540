<?php
/**
 * The connection test.
 *
 * @package Tepat
 */

/** Adds a button to the settings page, and a notice each time the settings are saved. */
class Tepat_Admin {

	const ACTION   = 'tepat_test_connection';
	const ACCOUNTS = 'tepat_accounts';

	/** Registers the handlers of the button. */
	public static function register(): void {
		add_action( 'admin_post_' . self::ACTION, array( __CLASS__, 'test_and_return' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( TEPAT_FILE ), array( __CLASS__, 'action_links' ) );
	}

	/** Returns the address of the plugin's settings page. */
	public static function settings_url(): string {
		return admin_url( 'admin.php?page=wc-settings&tab=checkout&section=tepat' );
	}

	/**
	 * Adds a link to the settings to the list of plugins.
	 *
	 * @param array $links The plugin's links.
	 */
	public static function action_links( $links ): array {
		array_unshift( $links, '<a href="' . esc_url( self::settings_url() ) . '">' . esc_html__( 'Settings', 'tepat-for-woocommerce' ) . '</a>' );
		return $links;
	}

	/** Returns the button's address. */
	public static function test_url(): string {
		return wp_nonce_url( admin_url( 'admin-post.php?action=' . self::ACTION ), self::ACTION );
	}

	/** Tries the connection and shows the result on the settings page. */
	public static function test_and_return(): void {
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_die( esc_html__( 'You cannot change this shop\'s settings. Ask an administrator.', 'tepat-for-woocommerce' ), 403 );
		}
		check_admin_referer( self::ACTION );
		set_transient( self::ACTION . get_current_user_id(), self::test(), MINUTE_IN_SECONDS );
		wp_safe_redirect( self::settings_url() );
		exit;
	}

	/** Returns and removes the result of the last connection test, or null. */
	public static function take_result(): ?array {
		$name   = self::ACTION . get_current_user_id();
		$result = get_transient( $name );
		delete_transient( $name );
		return is_array( $result ) ? $result : null;
	}

	/**
	 * Requests the accounts from the gateway. The settings then offer them.
	 *
	 * @return array { is_good: bool, message: string }
	 */
	public static function test(): array {
		if ( ! Tepat_Settings::are_complete() ) {
			return self::result( false, __( 'Fill in the gateway address, the API key and the webhook secret.', 'tepat-for-woocommerce' ) );
		}
		foreach ( Tepat_Settings::secrets() as $secret ) {
			if ( ! Tepat_Signature::is_secret( $secret ) ) {
				return self::result( false, __( 'The webhook secret is incomplete. Copy the whole secret, which begins with whsec_. The gateway prints it when the merchant is created.', 'tepat-for-woocommerce' ) );
			}
		}
		try {
			$accounts = Tepat_Settings::client()->accounts();
		} catch ( Tepat_Problem $problem ) {
			$message = 'tenant_api_key_required' === $problem->reason
				? __( 'The gateway does not know the API key. Copy the key from the dashboard again.', 'tepat-for-woocommerce' )
				/* translators: %s: what the gateway or the network said, in English. */
				: sprintf( __( 'The gateway could not be reached: %s', 'tepat-for-woocommerce' ), $problem->getMessage() );
			return self::result( false, $message );
		}
		$labels = array();
		foreach ( $accounts as $account ) {
			$labels[ $account['account_id'] ] = implode( ' ', array_filter( array( $account['channel_name'], $account['account_number'], $account['account_name'] ) ) );
		}
		update_option( self::ACCOUNTS, $labels, false );
		$chosen = Tepat_Settings::get( 'account_id' );
		if ( array() === $labels ) {
			return self::result( false, __( 'The merchant has no account yet. Add one in the dashboard.', 'tepat-for-woocommerce' ) );
		}
		if ( '' !== $chosen && ! isset( $labels[ $chosen ] ) ) {
			return self::result( false, __( 'The chosen account is not one of this merchant\'s. Choose another one.', 'tepat-for-woocommerce' ) );
		}
		/* translators: %s: accounts with commas between them. */
		return self::result( true, sprintf( __( 'The gateway responds. Accounts: %s', 'tepat-for-woocommerce' ), implode( ', ', $labels ) ) );
	}

	/**
	 * Returns a result.
	 *
	 * @param bool   $is_good True if invoices can be created.
	 * @param string $message A sentence.
	 */
	private static function result( bool $is_good, string $message ): array {
		return array(
			'is_good' => $is_good,
			'message' => $message,
		);
	}
}
