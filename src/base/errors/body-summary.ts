/**
 * Returns what an error shows of a body: the first 30 bytes, in hex unless they look like JSON (apiserver:
 * summarizeData).
 */
export function bodySummary(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>'
  const head = bytes.subarray(0, 30)
  const shown =
    head[0] === 0x7b ? new TextDecoder().decode(head) : [...head].map((b) => b.toString(16).padStart(2, '0')).join('')
  return bytes.length > 30 ? `${shown} ...` : shown
}
