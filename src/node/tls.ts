import { isIP } from 'node:net'
import { StartError } from './failure.js'

/** A key and a certificate, in PEM. Clients that trust the certificate trust the server: it is its own authority. */
type Certificate = { readonly key: string; readonly cert: string }

/**
 * Makes a certificate for localhost and other names.
 *
 * @throws StartError when the library `selfsigned` is not installed
 */
export async function createCertificate(hosts: readonly string[]): Promise<Certificate> {
  const { generate } = await import('selfsigned').catch((error: unknown) => {
    throw new StartError('TLS needs the package selfsigned: run npm install selfsigned.', { cause: error })
  })
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])].filter(
    (name) => name !== '0.0.0.0' && name !== '::',
  )
  // One self-signed certificate instead of an authority and a certificate below it: strict clients (OpenSSL's
  // X509_STRICT, on by default in Python 3.13) refuse a chain without key identifiers, which selfsigned does not write.
  // It is no CA, because rustls refuses a CA as a server.
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'fakecluster' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Clocks that differ a little still agree that it is valid.
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
