/** Words in which `code` stands between backticks. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split(/`([^`\n]+)`/).map((piece, at) => {
        if (piece === '') return null;
        return at % 2 === 0 ? <span key={at}>{piece}</span> : <code key={at}>{piece}</code>;
      })}
    </>
  );
}
