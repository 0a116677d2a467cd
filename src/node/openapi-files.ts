import { readFile } from 'node:fs/promises'
import type { Kind } from '../registry/kind.js'
import { fromOpenAPI } from '../registry/openapi/from-openapi.js'
import { StartError, fileFailure } from './failure.js'

/**
 * Reads the kinds of OpenAPI v3 documents.
 *
 * @throws StartError for a file that cannot be read or holds something else
 */
export async function readKinds(files: readonly string[]): Promise<readonly Kind[]> {
  const kinds: Kind[] = []
  for (const file of files) kinds.push(...(await readDocument(file)))
  return kinds
}

async function readDocument(file: string): Promise<readonly Kind[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read', file)
  })
  try {
    return fromOpenAPI(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new StartError(`${file} is no OpenAPI v3 document: ${error.message}.`, { cause: error })
    throw error
  }
}
