import { isIP } from 'node:net'
import { StartError } from '../failure.js'

/** A key and a self-signed certificate, in PEM. Clients trust the server by trusting the certificate. */
type Certificate = { readonly key: string; readonly cert: string }

/**
 * Creates a certificate for localhost and other names.
 *
 * @throws StartError if the package `selfsigned` is not installed
 */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { generate } = await import('selfsigned').catch((error: unknown) => {
    throw new StartError('TLS needs the package selfsigned: run npm install selfsigned.', { cause: error })
  })
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])].filter(
    (name) => name !== '0.0.0.0' && name !== '::',
  )
  // A single self-signed certificate rather than a CA and a certificate signed by it: strict clients (OpenSSL's
  // X509_STRICT, the default in Python 3.13) refuse a chain without key identifiers, which selfsigned does not write.
  // It is not a CA, because rustls refuses CA certificates for servers.
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'fakecluster' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Allows for clocks that differ a little.
    notBeforeDate: new Date(Date.now() - 24 * 3600 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  })
  return { key, cert }
}
