// Replaces the package `expect` of Jest, one of whose interfaces src/jest.ts extends; users have their own.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {}
}
