import { deflatedZip } from './deflated-zip.ts';

/** Workbooks part by part, as programs write them. */
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strictNames = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

const form = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const macroBook = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
const macroRelation = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject';

const contentTypes = (book: string, hasMacros: boolean): string =>
  `<Types xmlns="${packaged}/content-types"><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    [book, hasMacros ? macroBook : `${form}.sheet.main+xml`],
    ['styles', `${form}.styles+xml`],
    ['sharedStrings', `${form}.sharedStrings+xml`],
    ['worksheets/sheet1', `${form}.worksheet+xml`],
  ]
    .map(([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="${kind}"/>`)
    .join('')}</Types>`;

export interface WorkbookTraits {
  rows: string;
  strings?: string;
  /** Of the elements, as `x:`; others write no prefix. */
  prefix?: string;
  date1904?: boolean;
  /** The address of the sheet in the relations. */
  target?: string;
  /** Parts in the reverse order. */
  reverse?: boolean;
  /** The names of ISO/IEC 29500 strict, as "Strict Open XML" of Excel writes. */
  strict?: boolean;
  /** As .xlsm. */
  macros?: boolean;
  /** What the sheet says of its size. */
  dimension?: string;
  /** Formats of numbers: cells have them by `s="4"` and on. */
  formats?: string[];
}

const relations = (some: [id: string, type: string, path: string][]): string =>
  `<Relationships xmlns="${packaged}/relationships">${some.map(([id, type, path]) => `<Relationship Id="${id}" Type="${type}" Target="${path}"/>`).join('')}</Relationships>`;

export function workbookWith(traits: WorkbookTraits): Buffer {
  const { rows, strings, prefix: p = '', date1904, target, reverse, strict, macros, dimension } = traits;
  const { main, office } = strict === true ? strictNames : transitional;
  const names = p === '' ? `xmlns="${main}"` : `xmlns:${p.slice(0, -1)}="${main}"`;
  const parts = Object.entries({
    '[Content_Types].xml': contentTypes('workbook', macros === true),
    '_rels/.rels': relations([['rId1', `${office}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><${p}workbook ${names} xmlns:r="${office}"${strict === true ? ' conformance="strict"' : ''}>${date1904 === true ? `<${p}workbookPr date1904="1"/>` : ''}<${p}sheets><${p}sheet name="Коды" sheetId="1" r:id="rId1"/></${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', `${office}/worksheet`, target ?? 'worksheets/sheet1.xml'],
      ['rId2', `${office}/sharedStrings`, 'sharedStrings.xml'],
      ['rId3', `${office}/styles`, 'styles.xml'],
      ...(macros === true ? [['rId4', macroRelation, 'vbaProject.bin'] as [string, string, string]] : []),
    ]),
    'xl/styles.xml': stylesOf(main, traits.formats ?? []),
    'xl/sharedStrings.xml': `<${p}sst ${names}>${strings ?? `<${p}si><${p}t>0012</${p}t></${p}si>`}</${p}sst>`,
    'xl/worksheets/sheet1.xml': `<${p}worksheet ${names}>${dimension === undefined ? '' : `<${p}dimension ref="${dimension}"/>`}<${p}sheetData>${rows}</${p}sheetData><${p}mergeCells count="1"><${p}mergeCell ref="A1:B1"/></${p}mergeCells></${p}worksheet>`,
    ...(macros === true ? { 'xl/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex') } : {}),
  });
  return deflatedZip(Object.fromEntries(reverse === true ? parts.toReversed() : parts));
}

function stylesOf(main: string, formats: string[]): string {
  const own = ['dd.mm.yyyy', ...formats];
  const numFmts = own.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('');
  const xfs = [0, 14, 164, 49, ...formats.map((_, at) => 165 + at)];
  return `<styleSheet xmlns="${main}"><numFmts count="${own.length}">${numFmts}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
}
