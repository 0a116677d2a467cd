/**
 * Tells YAML and JSON text from a file path. A string is text if it has more than one line, contains a colon followed
 * by a space, or is enclosed in braces or brackets. Any other string is a path.
 */
export function isText(given: string): boolean {
  const text = given.trim()
  return (
    /[\r\n]|: /.test(text) ||
    (text.startsWith('{') && text.endsWith('}')) ||
    (text.startsWith('[') && text.endsWith(']'))
  )
}
