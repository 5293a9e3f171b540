package id.tepat.worker;

import android.security.keystore.KeyGenParameterSpec;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.InvalidAlgorithmParameterException;
import java.security.Key;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Replaces Android's Keystore: Java looks up providers by name, and the JVM has none with this one. */
final class FakeKeystore extends Provider {
  private static final String NAME = "AndroidKeyStore";

  final Map<String, SecretKey> keys = new HashMap<>();
  /** Whether no key can be created, as on some cheap phones. */
  boolean isBroken;
  /** Whether the Keystore does not respond now. */
  boolean isBusy;
  int opened;

  private FakeKeystore() {
    super(NAME, "1", "a Keystore for tests");
    putService(new Made("KeyStore", NAME, Keys.class.getName()));
    putService(new Made("KeyGenerator", "AES", Generator.class.getName()));
  }

  static FakeKeystore install() {
    remove();
    FakeKeystore keystore = new FakeKeystore();
    Security.addProvider(keystore);
    return keystore;
  }

  static void remove() {
    Security.removeProvider(NAME);
  }

  private final class Made extends Service {
    Made(String type, String algorithm, String className) {
      super(FakeKeystore.this, type, algorithm, className, null, null);
    }

    @Override
    public Object newInstance(Object none) {
      return getType().equals("KeyStore") ? new Keys() : new Generator();
    }
  }

  private final class Generator extends KeyGeneratorSpi {
    private KeyGenParameterSpec asked;

    @Override
    protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      asked = (KeyGenParameterSpec) spec;
      boolean isRight =
          Arrays.equals(asked.getBlockModes(), new String[] {"GCM"})
              && Arrays.equals(asked.getEncryptionPaddings(), new String[] {"NoPadding"})
              && asked.isRandomizedEncryptionRequired()
              && !asked.isUserAuthenticationRequired();
      if (!isRight) throw new InvalidAlgorithmParameterException("not an AES-GCM key that works without a person");
    }

    @Override
    protected SecretKey engineGenerateKey() {
      if (isBroken) throw new ProviderException("Keystore operation failed");
      byte[] bytes = new byte[32];
      new SecureRandom().nextBytes(bytes);
      keys.put(asked.getKeystoreAlias(), new SecretKeySpec(bytes, "AES"));
      return keys.get(asked.getKeystoreAlias());
    }

    @Override
    protected void engineInit(SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInit(int bits, SecureRandom random) {
      throw new UnsupportedOperationException();
    }
  }

  private final class Keys extends KeyStoreSpi {
    @Override
    public Key engineGetKey(String alias, char[] password) throws UnrecoverableKeyException {
      opened += 1;
      if (isBusy) throw new UnrecoverableKeyException("Failed to obtain information about key");
      return keys.get(alias);
    }

    @Override
    public void engineLoad(InputStream none, char[] password) {}

    @Override
    public Enumeration<String> engineAliases() {
      return Collections.enumeration(keys.keySet());
    }

    @Override
    public boolean engineContainsAlias(String alias) {
      return keys.containsKey(alias);
    }

    @Override
    public int engineSize() {
      return keys.size();
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
      return keys.containsKey(alias);
    }

    @Override
    public void engineDeleteEntry(String alias) {
      keys.remove(alias);
    }

    @Override
    public Certificate[] engineGetCertificateChain(String alias) {
      return null;
    }

    @Override
    public Certificate engineGetCertificate(String alias) {
      return null;
    }

    @Override
    public Date engineGetCreationDate(String alias) {
      return null;
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
      return false;
    }

    @Override
    public String engineGetCertificateAlias(Certificate certificate) {
      return null;
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void engineStore(OutputStream out, char[] password) {
      throw new UnsupportedOperationException();
    }
  }
}
