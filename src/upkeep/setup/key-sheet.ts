/** The master key as a sheet of paper to keep in a safe. */
import { createHash } from 'node:crypto';
import { barcodeSvg } from '../../certificates/documents/barcode.ts';
import { fingerprintText, masterOf } from '../../platform/secrets/master-key.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { renderPage } from '../../web/frame.ts';

const labels = {
  ru: {
    title: 'Главный ключ Facevalue',
    lead: 'Этот ключ открывает все коды и секреты платформы. Храните лист в сейфе, отдельно от резервных копий базы данных, и не фотографируйте его.',
    key: 'Ключ (регистр букв важен, пробелы не нужны)',
    line: 'строка',
    check: 'проверка',
    fingerprint: 'Отпечаток',
    made: 'Сделан (Москва)',
    address: 'Платформа',
    restore:
      'Чтобы восстановить платформу: верните базу данных из резервной копии и задайте ключ в FACEVALUE_MASTER_KEY. facevalue setup key-test проверяет, верно ли он набран.',
    kept: 'Где хранится',
    by: 'Кто положил, дата, подпись',
  },
  en: {
    title: 'Master key of Facevalue',
    lead: 'This key opens every code and secret of the platform. Keep the sheet in a safe, apart from backups of the database, and do not photograph it.',
    key: 'Key (upper and lower case matter, spaces do not)',
    line: 'line',
    check: 'check',
    fingerprint: 'Fingerprint',
    made: 'Made (Moscow)',
    address: 'Installation',
    restore:
      'To restore the platform: bring the database back from its backup and set the key as FACEVALUE_MASTER_KEY. facevalue setup key-test tells whether it was typed right.',
    kept: 'Kept where',
    by: 'Put there by, date, signature',
  },
} as const;

const lettersInGroup = 4;
const groupsInLine = 4;

/** Lines of the key, each with two letters that tell a mistyped line from a right one. */
function keyLines(key: Buffer): { text: string; check: string }[] {
  const groups = key.toString('base64').match(new RegExp(`.{1,${lettersInGroup}}`, 'g')) ?? [];
  return Array.from({ length: Math.ceil(groups.length / groupsInLine) }, (_empty, line) => {
    const text = groups.slice(line * groupsInLine, (line + 1) * groupsInLine).join(' ');
    return {
      text,
      check: createHash('sha256').update(text.replaceAll(' ', '')).digest('hex').slice(0, 2),
    };
  });
}

const row = (name: string, value: string): Html => html`<tr><th>${name}</th><td>${value}</td></tr>`;

/** A sheet of paper with the master key, to be kept in a safe. It loads nothing, so that it can be printed offline. */
export function keySheet(
  key: Buffer,
  { language, address, at }: { language: Language; address: string; at: string },
): string {
  const texts = labels[language];
  return renderPage({
    language,
    title: texts.title,
    top: null,
    sheet: 'none',
    styles: [style],
    head: html`<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    main: html`<h1>${texts.title}</h1><p>${texts.lead}</p>
<h2>${texts.key}</h2>
<table class="key">${keyLines(key).map(({ text, check }, index) => html`<tr><th>${texts.line} ${index + 1}</th><td><code>${text}</code></td><td>${texts.check} <code>${check}</code></td></tr>`)}</table>
<div class="qr">${raw(barcodeSvg('qr', key.toString('base64')))}</div>
<table>${row(texts.fingerprint, fingerprintText(masterOf(key).fingerprint))}${row(texts.made, at)}${row(texts.address, address)}${row(texts.kept, '')}${row(texts.by, '')}</table>
<p>${texts.restore}</p>`,
  }).markup;
}

const style = `body{font:14pt/1.5 serif;max-width:180mm;margin:20mm auto;color:#000;background:#fff}
code{font:16pt/1.6 monospace}table{border-collapse:collapse;margin:4mm 0}th{text-align:left;font-weight:normal;padding:2mm 6mm 2mm 0}
td{padding:2mm 4mm;border-bottom:1px solid #888;min-width:60mm}.key td{border:0;min-width:0}.qr{width:50mm;height:50mm}.qr svg{width:100%;height:100%}
@media screen and (max-width:200mm){body{margin:4mm;font-size:12pt}code{font-size:13pt}}`;
