import { contentHash, createContentHash } from '../../base/bytes/hash.js'

/** Returns the container runtime's id of one run of a container. */
export const containerIdOf = (
  { metadata }: { readonly metadata: { readonly uid?: string | undefined } },
  name: string,
  run: number,
): string => `containerd://${digestOf(`${metadata.uid} ${name} ${run}`)}`

/** Returns the runtime's id of a pulled image: its repository and a digest of 64 hexadecimal digits. */
export function imageIdOf(image: string): string {
  const [, repository = image, digest] = /^([^@]*?)(?::[^:/@]*)?(?:@(.*))?$/.exec(image) ?? []
  return `${repository}@${digest ?? `sha256:${digestOf(image)}`}`
}

/** Returns the size of an image in bytes; always the same for an image. */
export const imageSizeOf = (image: string): number =>
  10_000_000 + (Number.parseInt(contentHash(image).slice(0, 6), 16) % 90_000_000)

function digestOf(text: string): string {
  const hash = createContentHash().add(text)
  return `${hash.digest()}${hash.add(' ').digest()}`.toLowerCase()
}
