package id.tepat.worker.outbox;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.ProviderException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts the device token with a key that never leaves Android's Keystore. Each token has its own key, so that the
 * previous token stays readable until the new one is on the disk. A sealed token is the alias of its key, a colon, and
 * the nonce with the encrypted token in Base64.
 */
final class TokenSafe {
  /**
   * The key is permanently lost: the phone was reset, or the app's files were copied to another phone.
   */
  static final class KeyLost extends Exception {}

  private static final String STORE = "AndroidKeyStore";
  private static final String ALIAS = "device-token";
  private static final String COLON = ":";
  private static final int TAG_BITS = 128;
  private static final int NONCE_BYTES = 12;

  /**
   * Returns the sealed token, or null if this phone's Keystore fails. Some Keystores cannot decrypt their own
   * output, so this method decrypts the result once.
   */
  static String seal(String token) {
    try {
      String sealed = encrypt(token);
      return token.equals(open(sealed)) ? sealed : null;
    } catch (GeneralSecurityException | IOException | RuntimeException | KeyLost failing) {
      return null;
    }
  }

  /**
   * Returns the token. Throws IllegalStateException if the Keystore does not respond now. It can be busy, especially
   * after a restart.
   */
  static String open(String sealed) throws KeyLost {
    try {
      byte[] bytes = Base64.getDecoder().decode(sealed.substring(sealed.indexOf(COLON) + 1));
      Key key = store().getKey(aliasOf(sealed), null);
      if (key == null || bytes.length < NONCE_BYTES + TAG_BITS / 8) throw new KeyLost();
      Cipher cipher = cipher();
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, bytes, 0, NONCE_BYTES));
      byte[] token = cipher.doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
      return new String(token, StandardCharsets.UTF_8);
    } catch (AEADBadTagException | KeyPermanentlyInvalidatedException | IllegalArgumentException anotherKey) {
      throw new KeyLost();
    } catch (GeneralSecurityException | IOException | ProviderException notNow) {
      throw new IllegalStateException("Android's Keystore does not answer", notNow);
    }
  }

  /**
   * Deletes the keys of all other tokens; null deletes all keys. Call this once no other token can be needed. If the
   * Keystore does not respond now, the next call deletes the keys.
   */
  static void deleteOtherKeys(String sealed) {
    try {
      KeyStore store = store();
      for (String alias : Collections.list(store.aliases())) {
        boolean isNeeded = sealed != null && alias.equals(aliasOf(sealed));
        if (alias.startsWith(ALIAS) && !isNeeded) store.deleteEntry(alias);
      }
    } catch (GeneralSecurityException | IOException | RuntimeException notNow) {
      // Leftover keys are harmless.
    }
  }

  private static String aliasOf(String sealed) {
    return sealed.substring(0, Math.max(sealed.indexOf(COLON), 0));
  }

  private static String encrypt(String token) throws GeneralSecurityException, IOException {
    String alias = ALIAS + "-" + UUID.randomUUID();
    Cipher cipher = cipher();
    cipher.init(Cipher.ENCRYPT_MODE, newKey(alias));
    byte[] sealed = cipher.doFinal(token.getBytes(StandardCharsets.UTF_8));
    // The Keystore chooses the nonce, and refuses one from the app.
    byte[] nonce = cipher.getIV();
    if (nonce.length != NONCE_BYTES) throw new GeneralSecurityException("a nonce of " + nonce.length);
    byte[] both = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
    System.arraycopy(sealed, 0, both, NONCE_BYTES, sealed.length);
    return alias + COLON + Base64.getEncoder().encodeToString(both);
  }

  private static Key newKey(String alias) throws GeneralSecurityException {
    KeyGenerator keys = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
    keys.init(
        new KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
            .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
            .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
            .build());
    return keys.generateKey();
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(STORE);
    store.load(null);
    return store;
  }

  private static Cipher cipher() throws GeneralSecurityException {
    return Cipher.getInstance("AES/GCM/NoPadding");
  }

  private TokenSafe() {}
}
