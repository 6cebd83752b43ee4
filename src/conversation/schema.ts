/**
 * The store's schema as a list of steps. Step n brings a store of version n to n + 1; `PRAGMA user_version` says where a
 * file stands. A step that has been released is never edited: what is wrong with it is mended by the next one.
 */
export const STEPS: readonly string[] = [
  `CREATE TABLE conversations (
     id TEXT PRIMARY KEY,
     title TEXT NOT NULL,
     agent TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL
   ) STRICT;

   CREATE TABLE events (
     conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     at INTEGER NOT NULL,
     json TEXT NOT NULL,
     UNIQUE (conversation, seq)
   ) STRICT;

   -- Where each turn begins, and whether it has ended. Its number and prompt stand in that event.
   CREATE TABLE turns (
     id TEXT PRIMARY KEY,
     conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
     begin_seq INTEGER NOT NULL,
     ended INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX turns_of_conversation ON turns (conversation);

   CREATE TABLE pictures (
     id TEXT PRIMARY KEY,
     mime TEXT NOT NULL,
     bytes BLOB NOT NULL
   ) STRICT;`,
]

/** "TBrd": tells our file from any other SQLite database. */
export const APPLICATION_ID = 0x54427264
