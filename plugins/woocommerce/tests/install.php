<?php
/**
 * Turns the WordPress in the current folder into a shop: tables, an administrator, a subscriber, and both plugins.
 *
 * @package Tepat
 */

$_SERVER['HTTP_HOST']      = parse_url( getenv( 'SITE_URL' ), PHP_URL_HOST ) . ':' . parse_url( getenv( 'SITE_URL' ), PHP_URL_PORT );
$_SERVER['REQUEST_METHOD'] = 'GET';

if ( 'tables' === $argv[1] ) {
	define( 'WP_INSTALLING', true );
	require_once getcwd() . '/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_install( 'Toko', 'admin', 'admin@example.com', false, '', getenv( 'PASSWORD' ) );
	wp_create_user( 'pembeli', getenv( 'PASSWORD' ), 'pembeli@example.com' );
} else {
	require_once getcwd() . '/wp-load.php';
	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	foreach ( array( 'woocommerce/woocommerce.php', 'tepat-for-woocommerce/tepat-for-woocommerce.php' ) as $plugin ) {
		$problem = activate_plugin( $plugin );
		if ( is_wp_error( $problem ) ) {
			fwrite( STDERR, $problem->get_error_message() );
			exit( 1 );
		}
	}
}
