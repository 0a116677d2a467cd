import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../../package/install.js'
import { cache, once } from './install.js'

const folder = join(root, 'test/clients/java')
const SOURCES = ['pom.xml', 'Program.java']

/**
 * Returns the arguments of `java` for the program in test/clients/java, compiled when its sources have changed, with
 * dependencies from Maven Central.
 */
export async function javaProgram(): Promise<readonly string[]> {
  const hash = createHash('sha256')
  for (const name of SOURCES) hash.update(name).update(await readFile(join(folder, name)))
  const target = join(cache, `java-${hash.digest('hex').slice(0, 16)}`)
  await once(target, async (fresh) => {
    for (const name of SOURCES) await copyFile(join(folder, name), join(fresh, name))
    await run('mvn', ['--version'], fresh).catch((cause: unknown) => {
      throw new Error('the tests of fabric8 need a JDK 17 or later and Maven on the PATH', { cause })
    })
    await run(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'],
      fresh,
    )
    await run('javac', ['-cp', 'lib/*', '-d', 'classes', 'Program.java'], fresh)
  })
  return ['-cp', `${target}/lib/*:${target}/classes`, 'Program']
}
