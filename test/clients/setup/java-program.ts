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
    await needMaven(fresh)
    await run(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'],
      fresh,
    )
    await run('javac', ['-cp', 'lib/*', '-d', 'classes', 'Program.java'], fresh)
  })
  return ['-cp', `${target}/lib/*:${target}/classes`, 'Program']
}

const FORMATTER = { name: 'google-java-format', version: '1.28.0' }

/** Returns the path of google-java-format, the last release that runs with Java 17, from Maven Central. */
export async function javaFormatter(): Promise<string> {
  const { name, version } = FORMATTER
  const target = join(cache, `${name}-${version}`)
  await once(target, async (fresh) => {
    await needMaven(fresh)
    const artifact = `-Dartifact=com.google.googlejavaformat:${name}:${version}:jar:all-deps`
    await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${fresh}`], fresh)
  })
  return join(target, `${name}-${version}-all-deps.jar`)
}

const needMaven = (folder: string) =>
  run('mvn', ['--version'], folder).catch((cause: unknown) => {
    throw new Error('the tests in Java need a JDK 17 or later and Maven on the PATH', { cause })
  })
