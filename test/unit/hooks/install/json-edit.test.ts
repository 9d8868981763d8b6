import * as assert from 'uvu/assert';
import { loadInstallable } from '../../../../src/agents/registry.ts';
import { insertionEdit, removalEdit } from '../../../../src/hooks/install/json-edit.ts';
import { type JsonNode, parseJsonText } from '../../../../src/hooks/install/json-text.ts';
import { planInstallFile, planUninstallFile } from '../../../../src/hooks/install/plan.ts';
import { applyEdit, undoEdits, undoOf } from '../../../../src/hooks/install/text-edit.ts';
import { describe } from '../../../support/suite.ts';

const insert = (text: string, path: string[], value: unknown) => {
  const edit = insertionEdit(text, { kind: typeof value === 'string' ? 'member' : 'item', path, value });
  if (edit === undefined) throw new Error('refused');
  return { edit, text: applyEdit(text, edit) };
};

function childAt(node: JsonNode, keys: readonly (string | number)[]) {
  let parent = node;
  let child = parent.children.find(({ key }, at) => (key ?? at) === keys[0]);
  for (const wanted of keys.slice(1)) {
    if (child === undefined) break;
    parent = child.node;
    child = parent.children.find(({ key }, at) => (key ?? at) === wanted);
  }
  if (child === undefined) throw new Error('not there');
  return { parent, child };
}

const remove = (text: string, keys: readonly (string | number)[]) => {
  const { parent, child } = childAt(parseJsonText(text), keys);
  return applyEdit(text, removalEdit(text, parent, child));
};

describe('entries of ours', (it) => {
  it('are known again wherever the program lies', async () => {
    for (const program of [
      ['git-checkpoint'],
      ['git', 'checkpoint'],
      ['/usr/bin/node', '/opt/git-checkpoint.cjs'],
      ['/Users/Ada Love/bin/node', "/Users/Ada Love/$x/o'd/git-checkpoint.cjs"],
      ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Users\\Ada Love\\git-checkpoint.cjs'],
    ]) {
      for (const { files } of await loadInstallable()) {
        for (const file of files('user', { env: {}, home: '/home' }, program).filter(({ form }) => form === 'json')) {
          const plan = planInstallFile(file, {});
          if (plan.kind !== 'write') throw new Error('nothing to write');
          const undone = planUninstallFile(file, { text: `${plan.after}\n` });
          const left = undone.kind === 'write' ? undone.after : '';
          // One of them must say its version.
          assert.match(left, /^\{(?:\n {2}"version": 1\n)?\}\n\n$/, program.join(' '));
        }
      }
    }
  });
});

describe('insertionEdit', (it) => {
  it('appends to a list with the indentation of the document', () => {
    const { text } = insert(
      '{\n    "hooks": {\n        "Stop": [\n            1\n        ]\n    }\n}\n',
      ['hooks', 'Stop'],
      { a: 1 },
    );
    assert.is(
      text,
      '{\n    "hooks": {\n        "Stop": [\n            1,\n            {\n                "a": 1\n            }\n        ]\n    }\n}\n',
    );
  });

  it('makes what is missing on the way', () => {
    assert.is(
      insert('{\n  "model": "x"\n}\n', ['hooks', 'Stop'], 1).text,
      '{\n  "model": "x",\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n',
    );
    assert.is(insert('{}', ['a'], 'b').text, '{\n  "a": "b"\n}');
  });

  it('keeps one line where the list is on one line', () => {
    assert.is(insert('{"a": [1, 2]}', ['a'], 3).text, '{"a": [1, 2, 3]}');
  });

  it('keeps remarks with the value that they are about', () => {
    const { text } = insert('{\n  "a": [\n    1 // the first, always\n    /* end */\n  ]\n}', ['a'], 2);
    assert.is(text, '{\n  "a": [\n    1, // the first, always\n    2\n    /* end */\n  ]\n}');
  });

  it('keeps a trailing comma', () => {
    assert.is(insert('[\n  1, // one\n]', [], 2).text, '[\n  1, // one\n  2,\n]');
  });

  it('writes the line ends of the document', () => {
    assert.is(
      insert('{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}', ['a'], 2).text,
      '{\r\n\t"a": [\r\n\t\t1,\r\n\t\t2\r\n\t]\r\n}',
    );
  });

  it('refuses when something else stands in its place', () => {
    assert.is(insertionEdit('{"hooks": "none"}', { kind: 'item', path: ['hooks', 'Stop'], value: 1 }), undefined);
    assert.is(insertionEdit('{"hooks": {"Stop": {}}}', { kind: 'item', path: ['hooks', 'Stop'], value: 1 }), undefined);
  });

  it('names the place of a mistake in the document', () => {
    assert.throws(() => insert('{\n  "a": 1\n  "b": 2\n}', ['c'], 1), /line 3, column 3: expected ',' or '}'/);
    assert.throws(() => insert('', ['c'], 1), /line 1, column 1: expected a value/);
  });
});

const documents = [
  '{\n  "a": [1],\n  "model": "x"\n}\n',
  '{"a":[1,2]}',
  '{ "a" : [ 1 , 2 ] }',
  '\ufeff{\r\n\t"a": [\r\n\t\t1 // why\r\n\t]\r\n}\r\n',
  '// head\n{\n  "a": [\n    1, // one\n    /* two */ 2, // last\n  ],\n}\n// tail',
  '{\n  "a": [\n    { "x": [] },\n    { "x": [3] }\n\n  ]\n}',
];

describe('an edit', (it) => {
  for (const [at, document] of documents.entries()) {
    it(`taken back leaves document ${at + 1} byte for byte`, () => {
      const first = insert(document, ['a'], { mine: [1, 2] });
      const second = insert(first.text, ['b', 'c'], 'mine too');
      assert.is(undoEdits(second.text, [undoOf(first.edit), undoOf(second.edit)]), document);
    });

    it(`undone by removal leaves document ${at + 1} byte for byte, without a memory of it`, () => {
      const count = (parseJsonText(document).value as { a: unknown[] }).a.length;
      const { text } = insert(document, ['a'], { mine: [1, 2] });
      assert.equal((parseJsonText(text).value as { a: unknown[] }).a.length, count + 1);
      assert.is(remove(text, ['a', count]), document);
    });
  }

  it('that removes a value below a remark lets the bracket stay outside of it', () => {
    assert.is(remove('{"a": 1, // one\n"b": 2, }', ['b']), '{"a": 1, // one\n }');
    assert.is(remove('{"a": 1, // one\n"b": 2}', ['b']), '{"a": 1 // one\n}');
  });

  it('that removes a value between others takes one comma with it', () => {
    assert.is(remove('[1, 2, 3]', [1]), '[1, 3]');
    assert.is(remove('[1, 2, 3]', [0]), '[2, 3]');
    assert.is(remove('[1]', [0]), '[]');
    assert.is(remove('{\n  "a": 1\n}', ['a']), '{}');
  });
});
