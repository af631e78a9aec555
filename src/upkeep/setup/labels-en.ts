/** What the checks say in English. */
import type { CertificateProblem } from '../../platform/network/certificate-problem.ts';
import { englishMailLabels } from './mail-labels-en.ts';
import type { SetupCheckLabels } from './finding-text.ts';

const refusedFor: Record<CertificateProblem, string> = {
  'untrusted certificate': 'no authority that this machine trusts has signed it',
  'expired certificate': 'it has expired',
  'certificate not valid yet': 'it is not valid yet',
  'certificate of another name': 'it is of another name',
};

const placeOf = (node: string | undefined): string => (node === undefined ? '' : `${node}: `);

export const englishLabels: SetupCheckLabels = {
  checks: {
    settings: 'Settings',
    node: 'Node',
    tables: 'Tables',
    role: 'Database role',
    'mail-domain': 'DNS for mail',
    certificates: 'Certificates',
    suppliers: 'Suppliers',
    products: 'Products',
    database: 'Database',
    'master-key': 'Master key',
    'mail-out': 'Sending mail',
    'mail-in': 'Receiving mail',
    sms: 'SMS',
    address: 'Address',
    clock: 'Clock',
    disk: 'Disk',
    heartbeat: 'Heartbeat',
    alerts: 'Alerts',
  },
  states: { ok: 'ok', note: 'note', wrong: 'WRONG' },
  findings: {
    'settings-read': ({ given }) => ({
      says: `${given} settings are given; a start can read them all.`,
    }),
    'setting-wrong': ({ problem }) => ({
      says: problem,
      todo: 'Correct it in the environment, or in .env of the working directory (.env.example).',
    }),
    'setting-unknown': ({ name }) => ({
      says: `${name} is given, but there is no such setting.`,
      todo: 'Is it mistyped? .env.example has every setting.',
    }),
    'setting-unsafe': ({ warning }) => ({ says: `Unsafe: ${warning}.`, todo: 'Change it, or know why not.' }),
    'settings-open': ({ file }) => ({
      says: `Other users of this machine can read ${file}, which may hold the master key and passwords.`,
      todo: `chmod 600 ${file}`,
    }),
    'authorities-unread': ({ file }) => ({
      says: `No certificate authority can be read from ${file}: what it names is not trusted.`,
      todo: 'Put PEM certificates into it, which this user may read, or correct NODE_EXTRA_CA_CERTS.',
    }),
    'node-ok': ({ node }) => ({ says: `Node ${node}.` }),
    'node-old': ({ node, needed }) => ({
      says: `Node ${node} is too old.`,
      todo: `Start by bin/facevalue.mjs, which brings its own, or install Node ${needed}.`,
    }),
    'database-silent': ({ details }) => ({
      says: `The database can't be reached: ${details}.`,
      todo: 'Check server, name, user and password in DATABASE_URL, and that the server lets this machine in (pg_hba.conf).',
    }),
    'tables-ok': ({ migrations }) => ({ says: `All ${migrations} migrations are applied.` }),
    'tables-behind': ({ count, first }) => ({
      says: `${count} migrations are not applied, from ${first} on.`,
      todo: 'Run facevalue upgrade as the role that owns the tables.',
    }),
    'tables-ahead': ({ count, last }) => ({
      says: `The database has ${count} migrations that this version does not know, up to ${last}: a newer version has run here.`,
      todo: 'Replace this version by the newer one.',
    }),
    'tables-older': ({ last }) => ({
      says: `The tables are of an older version (${last}) than this one can bring up to date.`,
      todo: 'Run facevalue upgrade of a version in between first, then that of this one (docs/operating.md).',
    }),
    'role-ok': ({ role }) => ({ says: `${role} may do what it must, and cannot change tables.` }),
    'role-embedded': () => ({ says: 'The embedded database belongs to this installation.' }),
    'role-owner': ({ role, serve, work }) => ({
      says: `${role} owns the tables, as upgrade, grants and setup need; serve and work have roles of their own: ${serve}, ${work}.`,
    }),
    'role-mighty': ({ role, can }) => ({
      says: `${role} ${{ superuser: 'is a superuser', owns: 'owns the tables and can drop them', creates: 'may create tables' }[can]}; only migrations need that.`,
      todo: 'Give serve and work roles of their own (docs/installing.md).',
    }),
    'role-lacks': ({ role, count, tables }) => ({
      says: `${role} lacks rights on ${count} tables, for example ${tables}.`,
      todo: 'Grant them as the owner of the tables (docs/installing.md).',
    }),
    'key-unusable': ({ details }) => ({
      says: details,
      todo: 'Take the master key of the backup sheet, or the database that belongs to this key.',
    }),
    'dns-ok': ({ record, name }) => ({ says: `${record} of ${name} is published.` }),
    'dns-missing': ({ record, name, value }) => ({
      says: `${name} has no ${record} record: ${{ SPF: 'mail services trust the letters less', DKIM: 'signatures can’t be verified', DMARC: 'anybody can write in your name', MX: 'bounces and answers have nowhere to go' }[record]}.`,
      todo: `Publish: ${value}`,
    }),
    'dns-differs': ({ record, name, value }) => ({
      says: `${record} of ${name} is of another key: signatures fail.`,
      todo: `Publish: ${value}`,
    }),
    'dns-several': ({ record, name }) => ({
      says: `${name} has more than one ${record} record: mail services take that as none.`,
      todo: 'Merge them into one.',
    }),
    'dns-weak': ({ name }) => ({
      says: `SPF of ${name} lets everybody send (+all).`,
      todo: 'End it with -all or ~all.',
    }),
    'dns-silent': ({ name, details }) => ({
      says: `The name server does not answer for ${name} (${details}).`,
      todo: 'Check the name servers of this machine, or FACEVALUE_DNS_SERVERS.',
    }),
    'dns-unneeded': () => ({
      says: 'Letters are not sent, or have an example as their sender: nothing to look for.',
    }),
    'certificate-ok': ({ of, days }) => ({ says: `${of}: ${days} days left.` }),
    'certificate-soon': ({ of, days }) => ({
      says: `${of}: only ${days} days left.`,
      todo: 'Have it renewed.',
    }),
    'certificate-over': ({ of }) => ({ says: `${of}: expired.`, todo: 'Renew it now.' }),
    'certificates-none': () => ({ says: 'No connection begins with TLS, and no wallet is set.' }),
    'certificate-refused': ({ of, why }) => ({
      says: `The certificate of ${of} is refused: ${refusedFor[why]}.`,
      todo:
        why === 'untrusted certificate'
          ? 'If it is of an authority of your own, name its file (PEM) in NODE_EXTRA_CA_CERTS of every process (docs/installing.md).'
          : 'Have it renewed, or correct the name in the address.',
    }),
    'supplier-reached': ({ supplier, host }) => ({ says: `${supplier}: ${host} answers.` }),
    'supplier-silent': ({ supplier, host, details }) => ({
      says: `${supplier}: ${host} can't be reached (${details}).`,
      todo: 'Check its address (facevalue supplier show), the firewall, and whether the supplier must let your address in.',
    }),
    'suppliers-none': () => ({ says: 'No supplier is called by API.' }),
    'products-offered': ({ offered, onWord }) => ({
      says: `${offered} products can be ordered, ${onWord} of them on somebody’s word instead of a final test.`,
    }),
    'products-waiting': ({ waiting }) => ({
      says: `${waiting} products are switched on and can't be ordered, as something is lacking before.`,
      todo: 'facevalue product list says what: mostly the final test of their supplier (facevalue supplier certify).',
    }),
    'not-checked': ({ because }) => ({
      says: `Not checked: it needs ${{ database: 'the database', tables: 'the tables', 'master-key': 'the master key' }[because]}.`,
    }),
    'check-failed': ({ details }) => ({
      says: `The check was interrupted: ${details}.`,
      todo: 'Repeat it. If it is interrupted again, report it (CONTRIBUTING.md).',
    }),
    'database-ok': ({ version, embedded, megabytes }) => ({
      says: `PostgreSQL ${version}${embedded ? ', embedded' : ''}, ${megabytes} MB.`,
    }),
    'database-old': ({ version }) => ({
      says: `PostgreSQL ${version} is too old.`,
      todo: 'PostgreSQL 15 or newer is needed.',
    }),
    'database-restored': () => ({
      says: 'The database was restored from a backup or moved here, and processes refuse it: what was sold since is unknown.',
      todo: 'facevalue restored begin, or facevalue restored moved if nothing is lost (docs/operating.md)',
    }),
    'database-unchecked': ({ details }) => ({
      says: `Whether the database was restored can't be found out, so processes refuse it: ${details}.`,
      todo: 'Name a server that takes writes, or give the role its rights: facevalue grants --apply.',
    }),
    'database-unsafe': ({ setting, node }) => ({
      says: `${placeOf(node)}${setting} is off: after a crash of the machine sold codes may be sold again.`,
      todo: `Turn ${setting} on at the database server.`,
    }),
    'snapshot-old': ({ seconds, pid, name, state, node }) => ({
      says: `${placeOf(node)}A transaction of “${name}” (process ${pid} of the database, ${state}) has been open for ${seconds} s: balances and counters collect old versions meanwhile, and orders are accepted more slowly.`,
      todo: `End it, or run such work against a standby: select pg_terminate_backend(${pid})`,
    }),
    'node-there': ({ node, cells }) => ({
      says: `Node ${node} answers. Its cells: ${cells.join(', ') || 'none'}.`,
    }),
    'node-away': ({ node, cells }) => ({
      says: `Node ${node} does not answer. Clients of its cells cannot order: ${cells.join(', ') || 'it has none'}.`,
      todo: 'Start its server, or let its standby take over (docs/scaling.md); nothing of ours needs a restart.',
    }),
    'key-opens': ({ fingerprint }) => ({ says: `The key fits; its fingerprint is ${fingerprint}.` }),
    'key-not-kept': () => ({
      says: 'Nobody has confirmed that a copy of the key is kept elsewhere. Without the key every code is lost.',
      todo: 'Print the sheet: facevalue setup key-sheet key.html. Then type the key from it: facevalue setup key-test.',
    }),
    'key-kept': ({ at }) => ({ says: `The copy on paper was checked at ${at}, Moscow time.` }),
    ...englishMailLabels,
    'sms-set': ({ provider }) => ({
      says: `The provider ${provider} is set and can be reached.`,
      todo: 'Whether a text arrives, facevalue sms try PHONE shows.',
    }),
    'sms-unset': () => ({
      says: 'No SMS provider is set: no text is sent.',
      todo: 'If you need them, set FACEVALUE_SMS_PRIMARY (docs/sms.md).',
    }),
    'sms-failed': ({ provider }) => ({
      says: `The provider ${provider} does not answer.`,
      todo: 'Check address and port in FACEVALUE_SMS_PRIMARY and FACEVALUE_SMS_FALLBACK.',
    }),
    'address-ok': ({ address }) => ({ says: `${address} points to this installation.` }),
    'address-here': ({ address }) => ({
      says: `${address} opens on this machine only.`,
      todo: 'So that links open for recipients, set FACEVALUE_BASE_URL with https://, and a proxy before the platform.',
    }),
    'address-silent': ({ address, details }) => ({
      says: `${address} does not answer (${details}).`,
      todo: 'Start facevalue serve and the proxy, and check again.',
    }),
    'address-other': ({ address }) => ({
      says: `Another server answers at ${address}.`,
      todo: 'Point the address to this installation, or correct FACEVALUE_BASE_URL.',
    }),
    'clock-ok': ({ ms }) => ({ says: `The clock differs from the database by ${ms} ms.` }),
    'clock-wrong': ({ ms }) => ({
      says: `The clock of this machine differs from the database by ${ms} ms.`,
      todo: 'Turn time synchronisation (NTP) on at both machines.',
    }),
    'disk-ok': ({ gigabytes }) => ({ says: `${gigabytes} GB are free.` }),
    'disk-low': ({ gigabytes }) => ({
      says: `Only ${gigabytes} GB are free.`,
      todo: 'Make space: with a full disk the database stops.',
    }),
    'disk-elsewhere': () => ({
      says: 'The database has a server of its own: watch its disk there.',
    }),
    'heartbeat-ok': ({ file }) => ({ says: `An older copy of the database would be known by ${file}.` }),
    'heartbeat-unset': () => ({
      says: 'A disk snapshot or an older copy of the database that is put back would not be known, and would sell again what was sold since.',
      todo: 'Set FACEVALUE_HEARTBEAT_FILE to a file on another disk (docs/operating.md).',
    }),
    'heartbeat-absent': ({ file }) => ({
      says: `There is no ${file} yet: an older copy of the database is known from its first beat on.`,
      todo: 'Start serve or work with it, and look again.',
    }),
    'heartbeat-unreadable': ({ file, why }) => ({
      says: `${file} can't be used (${why}): an older copy of the database would not be known.`,
      todo: 'Let this user read and replace it. If it is damaged, remove it: processes begin another.',
    }),
    'heartbeat-other': ({ file }) => ({
      says: `${file} is of another database than this one: processes refuse to start.`,
      todo: 'Name this installation’s own file by FACEVALUE_HEARTBEAT_FILE. If the database was restored from before the file was begun: facevalue restored begin, then remove the file.',
    }),
    'heartbeat-behind': () => ({
      says: 'The database is older than its heartbeat: a snapshot or copy was put back, and processes refuse it.',
      todo: 'facevalue restored begin (docs/operating.md)',
    }),
    'heartbeat-old': ({ file }) => ({
      says: `${file} was not renewed for a minute, though processes work.`,
      todo: 'Give all processes of this machine the same FACEVALUE_HEARTBEAT_FILE, and look for warnings in their log.',
    }),
    'heartbeat-near': ({ file }) => ({
      says: `${file} is on the disk of the database: a snapshot of that disk takes both back.`,
      todo: 'Take a file on another disk.',
    }),
    'alerts-ok': ({ address }) => ({ says: `Failures are reported to ${address}.` }),
    'alerts-unset': () => ({
      says: 'Failures are reported to nobody.',
      todo: 'Set FACEVALUE_OPERATOR_MAIL.',
    }),
  },
};
