import fc from 'fast-check'

/**
 * The seed from which property tests draw their inputs: always the same, so that a commit passes or fails whoever tests
 * it; `FAST_CHECK_SEED=7 npm test` draws others.
 */
const seed = Number(process.env['FAST_CHECK_SEED'] ?? 1)
if (!Number.isSafeInteger(seed)) throw new Error(`FAST_CHECK_SEED=${process.env['FAST_CHECK_SEED']} is no whole number`)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
