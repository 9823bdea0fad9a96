/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.io.IOException;
import java.util.List;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Responses;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service.ExecuteResponse;
import org.apache.calcite.avatica.remote.Service.FetchResponse;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;

/**
 * Avatica's Protobuf, into which the rows of an {@link EncodedFrame} go as they are. Avatica writes
 * the answer without its frame; the fields of a message may come in any order, so the frame is
 * appended.
 */
final class FrameTranslation extends ProtobufTranslationImpl {
  private static final int LENGTH = 2;
  private static final int LONGEST_HEAD = 64;

  @Override
  public byte[] serializeResponse(Response response) throws IOException {
    if (response instanceof FetchResponse fetch && fetch.frame instanceof EncodedFrame frame) {
      FetchResponse rest =
          new FetchResponse(null, fetch.missingStatement, fetch.missingResults, fetch.rpcMetadata);
      Common.WireMessage message = Common.WireMessage.parseFrom(super.serializeResponse(rest));
      WireBuffer head = new WireBuffer(message.getWrappedMessage().size() + LONGEST_HEAD);
      head.put(message.getWrappedMessage().toByteArray());
      appendHead(head, Responses.FetchResponse.FRAME_FIELD_NUMBER, frame);
      return wire(message, head, frame.encoded());
    }
    if (response instanceof ExecuteResponse execute
        && execute.results != null
        && execute.results.size() == 1
        && execute.results.get(0).firstFrame instanceof EncodedFrame frame) {
      return execute(execute, frame);
    }
    return super.serializeResponse(response);
  }

  private byte[] execute(ExecuteResponse execute, EncodedFrame frame) throws IOException {
    ResultSetResponse result = execute.results.get(0);
    ResultSetResponse rest =
        new ResultSetResponse(
            result.connectionId,
            result.statementId,
            result.ownStatement,
            result.signature,
            null,
            result.updateCount,
            result.rpcMetadata);
    Common.WireMessage message =
        Common.WireMessage.parseFrom(
            super.serializeResponse(
                new ExecuteResponse(List.of(rest), execute.missingStatement, execute.rpcMetadata)));
    Responses.ExecuteResponse outer =
        Responses.ExecuteResponse.parseFrom(message.getWrappedMessage());
    byte[] inner = outer.getResults(0).toByteArray();
    WireBuffer innerHead = new WireBuffer(inner.length + LONGEST_HEAD);
    innerHead.put(inner);
    appendHead(innerHead, Responses.ResultSetResponse.FIRST_FRAME_FIELD_NUMBER, frame);
    byte[] outerRest = outer.toBuilder().clearResults().build().toByteArray();
    WireBuffer head = new WireBuffer(outerRest.length + innerHead.size() + LONGEST_HEAD);
    head.put(outerRest);
    putField(
        head,
        Responses.ExecuteResponse.RESULTS_FIELD_NUMBER,
        innerHead.size() + frame.encoded().size());
    head.put(innerHead);
    return wire(message, head, frame.encoded());
  }

  /** The field that holds a frame, up to its rows. */
  private static void appendHead(WireBuffer target, int field, EncodedFrame frame) {
    WireBuffer start = new WireBuffer(LONGEST_HEAD);
    if (frame.offset != 0) {
      start.put(Common.Frame.OFFSET_FIELD_NUMBER << 3);
      start.putVarint(frame.offset);
    }
    if (frame.done) {
      start.put(Common.Frame.DONE_FIELD_NUMBER << 3);
      start.put(1);
    }
    putField(target, field, start.size() + frame.encoded().size());
    target.put(start);
  }

  private static void putField(WireBuffer target, int field, int length) {
    target.put(field << 3 | LENGTH);
    target.putVarint(length);
  }

  /** The message of {@code answer}'s kind that consists of {@code head} and {@code rows}. */
  private static byte[] wire(Common.WireMessage answer, WireBuffer head, WireBuffer rows) {
    byte[] name = answer.getNameBytes().toByteArray();
    int length = Math.addExact(head.size(), rows.size());
    int capacity =
        2 + WireBuffer.varintSize(name.length) + name.length + WireBuffer.varintSize(length);
    WireBuffer wire = new WireBuffer(Math.addExact(capacity, length));
    putField(wire, Common.WireMessage.NAME_FIELD_NUMBER, name.length);
    wire.put(name);
    putField(wire, Common.WireMessage.WRAPPED_MESSAGE_FIELD_NUMBER, length);
    wire.put(head);
    wire.put(rows);
    return wire.toBytes();
  }
}
