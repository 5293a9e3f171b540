<?php
/**
 * Finds syntax and functions that PHP 7.4 lacks, with the tokens of a newer PHP: php tests/php-7.4.php FILE... Prints
 * one line for each.
 *
 * @package Tepat
 */

$new_functions = array( 'str_contains', 'str_starts_with', 'str_ends_with', 'get_debug_type', 'array_is_list', 'fdiv', 'array_find', 'json_validate', 'array_any', 'array_all' );
$new_tokens    = array_filter( array( 'T_MATCH', 'T_ENUM', 'T_READONLY', 'T_NULLSAFE_OBJECT_OPERATOR', 'T_ATTRIBUTE' ), 'defined' );
$new_tokens    = array_map( 'constant', $new_tokens );

foreach ( array_slice( $argv, 1 ) as $file ) {
	$tokens = array();
	$line   = 1;
	foreach ( token_get_all( file_get_contents( $file ) ) as $token ) {
		list( $id, $text, $line ) = is_array( $token ) ? $token : array( $token, $token, $line );
		if ( ! in_array( $id, array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true ) ) {
			$tokens[] = array( $id, $text, $line );
		}
	}
	$at    = static function ( int $index ) use ( $tokens ): array {
		return $tokens[ $index ] ?? array( '', '', 0 );
	};
	$found = static function ( int $index, string $what ) use ( $file, $at ): void {
		echo "$file:{$at( $index )[2]}: $what\n";
	};
	foreach ( array_keys( $tokens ) as $index ) {
		list( $id, $text ) = $tokens[ $index ];
		$before            = $at( $index - 1 );
		$after             = $at( $index + 1 );
		if ( in_array( $id, $new_tokens, true ) ) {
			$found( $index, $text );
		} elseif ( T_STRING === $id && in_array( strtolower( $text ), $new_functions, true ) && '(' === $after[0] ) {
			$found( $index, "$text()" );
		} elseif ( T_STRING === $id && ':' === $after[0] && in_array( $before[0], array( '(', ',' ), true ) ) {
			$found( $index, "the named argument $text" );
		} elseif ( T_ELLIPSIS === $id && ')' === $after[0] ) {
			$found( $index, 'a callable made with (...)' );
		} elseif ( T_THROW === $id && ! in_array( $before[0], array( ';', '{', '}', ')', ':', T_OPEN_TAG ), true ) ) {
			$found( $index, 'throw as an expression' );
		} elseif ( T_CATCH === $id ) {
			for ( $end = $index; ')' !== $at( $end )[0]; ) {
				++$end;
			}
			if ( T_VARIABLE !== $at( $end - 1 )[0] ) {
				$found( $index, 'catch without a variable' );
			}
		} elseif ( in_array( $id, array( T_FUNCTION, T_FN ), true ) ) {
			for ( $begin = $index; '(' !== $at( $begin )[0]; ) {
				++$begin;
			}
			for ( $end = $begin, $depth = 0; 0 === $end - $begin || $depth > 0; $end++ ) {
				$depth += array( '(' => 1, ')' => -1 )[ $at( $end )[0] ] ?? 0;
				if ( $depth > 0 && in_array( $at( $end )[0], array( T_PUBLIC, T_PROTECTED, T_PRIVATE ), true ) ) {
					$found( $end, 'a property in the constructor\'s parameters' );
				}
				if ( $depth > 0 && '|' === $at( $end )[0] && T_VARIABLE === $at( $end + 2 )[0] ) {
					$found( $end, 'a union type' );
				}
			}
			if ( ',' === $at( $end - 2 )[0] ) {
				$found( $end, 'a comma after the last parameter' );
			}
			if ( ':' === $at( $end )[0] && ( '|' === $at( $end + 2 )[0] || in_array( strtolower( $at( $end + 1 )[1] ), array( 'mixed', 'static', 'never' ), true ) ) ) {
				$found( $end, "the result type {$at( $end + 1 )[1]}" );
			}
		}
	}
}
