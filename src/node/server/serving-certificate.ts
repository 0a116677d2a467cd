import { X509Certificate, createPrivateKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../failure.js'
import { readText } from '../files/read.js'
import { DEFAULT_ADDRESS } from '../../model/registry/webhook-place.js'
import { createCertificate, writeCertificate } from './tls.js'

/** The files that webhook servers look for, as controller-runtime's and Secrets of type kubernetes.io/tls name them. */
const [CERTIFICATE, KEY] = ['tls.crt', 'tls.key']

/** Where controller-runtime looks for them. */
const defaultFolder = () => join(tmpdir(), 'k8s-webhook-server', 'serving-certs')

/** What a webhook is served with. */
type Serving = {
  readonly folder: string
  readonly trust: {
    /** PEM. */
    readonly caBundle: string
  }
}

/**
 * Returns what webhooks at an address are served with. It is what the folder holds, as long as that is valid for the
 * address, so that several clusters may have their webhooks in one place; otherwise it is made and written there.
 *
 * @throws StartError if a file cannot be read or written, if somebody else's certificate is there and not valid, or if
 * the package `selfsigned` is not installed
 */
export async function servingCertificate(address = DEFAULT_ADDRESS, folder = defaultFolder()): Promise<Serving> {
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '')
  const found = await certificateIn(folder, host)
  if (found?.isValid) return { folder, trust: { caBundle: found.text } }
  if (found && !found.isOurs)
    throw new StartError(
      `${join(folder, CERTIFICATE)} is not valid for ${host}, or ${KEY} is not its key: mend them, or name another folder.`,
    )
  const made = await createCertificate([host])
  await writeCertificate({ cert: join(folder, CERTIFICATE), key: join(folder, KEY) }, made)
  return { folder, trust: { caBundle: made.cert } }
}

/** Returns the certificate in a folder; undefined if there is none. */
async function certificateIn(folder: string, host: string) {
  const path = join(folder, CERTIFICATE)
  if (!existsSync(path)) return undefined
  const text = await readText(path)
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(text)
  } catch {
    return { text, isValid: false, isOurs: false }
  }
  const isFor = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  const isNow = new Date(certificate.validFrom) <= new Date() && new Date() < new Date(certificate.validTo)
  const isValid = isFor !== undefined && isNow && (await isKeyOf(certificate, join(folder, KEY)))
  return { text, isValid, isOurs: certificate.subject === 'CN=fakecluster' }
}

async function isKeyOf(certificate: X509Certificate, path: string): Promise<boolean> {
  try {
    return certificate.checkPrivateKey(createPrivateKey(await readText(path)))
  } catch {
    return false
  }
}
