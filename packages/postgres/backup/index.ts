// An entry of its own: a server that writes no backup does not load the programs that pack and seal.
export { readArchive, type Seal, type Secrets, writeArchive } from './archive.ts'
export { type BackupSummary, writeBackup, writeWholeFile } from './backup.ts'
export * from './copy-tables.ts'
export { restoreArchive, type Restored } from './restore.ts'
export { s3Target } from './s3.ts'
export { backupName, type BackupTarget, folderTarget, isBackupName, removeOld } from './targets.ts'
