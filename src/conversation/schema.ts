/**
 * What version 2 keeps beside the events and takes from them: which turns are taken back, whom a picture belongs to, what
 * is searched. Also run over what was salvaged of a damaged store.
 */
export const FROM_EVENTS = `
  UPDATE turns SET reverted = 1 WHERE id IN (
    SELECT turn FROM (
      SELECT told.value AS turn, max(events.seq), json_extract(events.json, '$.type') AS type
      FROM events, json_each(
        CASE WHEN json_valid(events.json)
          AND json_extract(events.json, '$.type') IN ('turn.reverted', 'turn.redone') THEN events.json ELSE '{}' END,
        '$.turns') AS told
      GROUP BY told.value)
    WHERE type = 'turn.reverted');

  UPDATE pictures SET conversation = named.conversation FROM (
    SELECT conversation, list.value AS picture FROM events, json_each(
      CASE WHEN json_valid(events.json) THEN coalesce(json_extract(events.json, '$.pictures'), '[]') ELSE '[]' END
    ) AS list
    UNION SELECT conversation, CASE WHEN json_valid(json) THEN json_extract(json, '$.before') END FROM events
    UNION SELECT conversation, CASE WHEN json_valid(json) THEN json_extract(json, '$.after') END FROM events
  ) AS named WHERE named.picture = pictures.id;

  INSERT INTO texts (turn, prompt, answer)
    SELECT turns.id, coalesce(CASE WHEN json_valid(begun.json) THEN json_extract(begun.json, '$.prompt') END, ''),
      coalesce(said.answer, '')
    FROM turns
    JOIN events AS begun ON begun.conversation = turns.conversation AND begun.seq = turns.begin_seq
    LEFT JOIN (
      SELECT turn, group_concat(piece, '' ORDER BY seq) AS answer FROM (
        SELECT seq, CASE WHEN json_valid(json) THEN json_extract(json, '$.turn') END AS turn,
          CASE WHEN json_valid(json) THEN
            CASE json_extract(json, '$.type')
              WHEN 'text' THEN json_extract(json, '$.text') WHEN 'tool.begin' THEN char(10) END
          END AS piece
        FROM events)
      WHERE piece IS NOT NULL GROUP BY turn
    ) AS said ON said.turn = turns.id
    ORDER BY begun.at, turns.rowid;`

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

  // Archive, delete with a way back, search, a queue of follow-ups, and whom a picture belongs to.
  `ALTER TABLE conversations ADD COLUMN archived_at INTEGER;
   ALTER TABLE conversations ADD COLUMN deleted_at INTEGER;
   ALTER TABLE conversations ADD COLUMN document_name TEXT;
   ALTER TABLE conversations ADD COLUMN document_path TEXT;

   ALTER TABLE turns ADD COLUMN reverted INTEGER NOT NULL DEFAULT 0;

   ALTER TABLE pictures ADD COLUMN conversation TEXT REFERENCES conversations (id) ON DELETE CASCADE;
   CREATE INDEX pictures_of_conversation ON pictures (conversation);

   -- What is searched: a turn's prompt, and its whole answer once it has ended.
   CREATE TABLE texts (
     id INTEGER PRIMARY KEY,
     turn TEXT NOT NULL UNIQUE REFERENCES turns (id) ON DELETE CASCADE,
     prompt TEXT NOT NULL,
     answer TEXT NOT NULL
   ) STRICT;
   CREATE VIRTUAL TABLE texts_index USING fts5 (
     prompt, answer, content = 'texts', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1');
   CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
     INSERT INTO texts_index (rowid, prompt, answer) VALUES (new.id, new.prompt, new.answer);
   END;
   CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
     INSERT INTO texts_index (texts_index, rowid, prompt, answer) VALUES ('delete', old.id, old.prompt, old.answer);
   END;
   CREATE TRIGGER texts_changed AFTER UPDATE ON texts BEGIN
     INSERT INTO texts_index (texts_index, rowid, prompt, answer) VALUES ('delete', old.id, old.prompt, old.answer);
     INSERT INTO texts_index (rowid, prompt, answer) VALUES (new.id, new.prompt, new.answer);
   END;
   ${FROM_EVENTS}

   -- Follow-ups that wait. Those of a killed or ended process wait for the user.
   CREATE TABLE queue (
     id TEXT PRIMARY KEY,
     conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
     place INTEGER NOT NULL,
     prompt TEXT NOT NULL,
     agent TEXT,
     at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX queue_of_conversation ON queue (conversation, place);

   -- What retention removed, so that it is never silent.
   CREATE TABLE cleanings (
     at INTEGER NOT NULL,
     conversations INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     titles TEXT NOT NULL
   ) STRICT;`,

  `-- Each agent's own token for going on with a conversation.
   CREATE TABLE agent_sessions (
     conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
     agent TEXT NOT NULL,
     session TEXT NOT NULL,
     opened_at INTEGER NOT NULL,
     PRIMARY KEY (conversation, agent)
   ) STRICT;

   -- What each turn took, where its agent told.
   CREATE TABLE usage (
     turn TEXT PRIMARY KEY,
     conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
     tokens INTEGER NOT NULL,
     cost REAL,
     currency TEXT
   ) STRICT;
   CREATE INDEX usage_of_conversation ON usage (conversation);`,
]

/** "TBrd": tells our file from any other SQLite database. */
export const APPLICATION_ID = 0x54427264
