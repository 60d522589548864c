export * from '../../en/server/index.js'
